// `npm run crash -- --kills 1000`: the crash tests with more kills than `npm test` has; takes about a second for each.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findNode, withNode } from "./steps/node.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const { values } = parseArgs({ options: { kills: { type: "string", default: "1000" } } });
const node = findNode(root);
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "contract"];
const { status } = spawnSync(node, [...vitest, "tests/contract/agents/crash.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: withNode(node, root, { CRASH_KILLS: values.kills }),
});
process.exitCode = status ?? 1;
