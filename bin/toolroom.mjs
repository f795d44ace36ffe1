// The studio without its web server: `toolroom call | chat | contract | doctor | …`.
// Runs on the machine's Node as far as to find its own.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { generateClient } from "./steps/build.mjs";
import { dataFolder } from "./steps/data-folder.mjs";
import { findNode } from "./steps/node.mjs";
import { installPackages } from "./steps/packages.mjs";
import { explained } from "./steps/say.mjs";

/** Neither a tool's own code nor a failure of it: the studio cannot run here as it is. */
const CANNOT_START = 2;

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

await explained(async () => {
  installPackages(root);
  const node = findNode(root);
  await generateClient(root, { node });
  start(node);
}, CANNOT_START);

function start(node) {
  // npm runs scripts in the project's folder; paths in arguments are meant from where the person stands.
  const cwd = process.env.npm_lifecycle_event === "toolroom" ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd();
  const main = path.join(root, "lib/cli/main.ts");
  const child = spawn(node, ["--conditions=react-server", main, ...process.argv.slice(2)], {
    cwd,
    stdio: "inherit",
    env: { ...process.env, TOOLROOM_ROOT: root, TOOLROOM_DATA: dataFolder(root) },
  });
  // Ctrl-C reaches both; the child cancels in good order, and its code is the answer.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
}
