// `npm run check`: everything that can be said about the code without running it, in less than a minute.
import { fileURLToPath } from "node:url";
import { generateClient } from "./steps/build.mjs";
import { runChecks } from "./steps/checks.mjs";
import { findNode, withNode } from "./steps/node.mjs";
import { installPackages } from "./steps/packages.mjs";
import { explained, say } from "./steps/say.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

await explained(async () => {
  installPackages(root);
  const node = findNode(root);
  await generateClient(root, { node });
  const { passed, failed } = await runChecks(root, { node, env: withNode(node, root) });
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});
