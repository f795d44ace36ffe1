// `npm run bench`: finds the studio's own Node, makes a data folder, measures there and leaves nothing behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findNode, withNode } from "../bin/steps/node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const node = findNode(root);
const data = makeDataFolder();
const child = spawn(
  node,
  ["--conditions=react-server", "--disable-warning=ExperimentalWarning", "bench/main.ts", ...process.argv.slice(2)],
  {
    cwd: root,
    // What anything prints goes to stderr; descriptor 3, which only results are written to, is this process's stdout.
    stdio: ["ignore", 2, 2, 1],
    env: withNode(node, root, { TOOLROOM_ROOT: root, TOOLROOM_DATA: data, TMPDIR: path.join(data, "tmp") }),
  },
);
// Ctrl-C reaches the child too; this process stays until it has ended, to clean up.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
const [status] = await once(child, "exit");
rmSync(data, { recursive: true, force: true, maxRetries: 5 });
process.exitCode = status ?? 1;

function makeDataFolder() {
  const folder = mkdtempSync("/tmp/toolroom-bench-");
  chmodSync(folder, 0o711); // the account that root lends to the database must pass it
  mkdirSync(path.join(folder, "tmp"));
  chmodSync(path.join(folder, "tmp"), 0o1777);
  // Environments cost seconds to build and depend on nothing but what is in them; the tests keep theirs here too.
  const environments = path.join(root, "node_modules/.cache/toolroom-tests/environments");
  mkdirSync(environments, { recursive: true });
  symlinkSync(environments, path.join(folder, "environments"));
  return folder;
}
