// `npm run build`: what `npm start` does before it starts anything.
import { fileURLToPath } from "node:url";
import { buildStudio, generateClient } from "./steps/build.mjs";
import { explained } from "./steps/say.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

await explained(async () => {
  await generateClient(root);
  await buildStudio(root);
});
