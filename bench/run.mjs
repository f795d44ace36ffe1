// `npm run bench`: finds the studio's own Node and a data folder, and measures there.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findNode, withNode } from "../bin/steps/node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const data = mkdtempSync(path.join(tmpdir(), "toolroom-bench-"));
const node = findNode(root);
const { status } = spawnSync(
  node,
  ["--conditions=react-server", "--disable-warning=ExperimentalWarning", "bench/main.ts", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit", env: withNode(node, root, { TOOLROOM_ROOT: root, TOOLROOM_DATA: data }) },
);
rmSync(data, { recursive: true, force: true });
process.exitCode = status ?? 1;
