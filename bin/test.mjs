// `npm test`: every check and every test, the browser's included, from a clean clone; the last line is the sum.
import { fileURLToPath } from "node:url";
import { installBrowser } from "./steps/browser.mjs";
import { buildStudio, generateClient } from "./steps/build.mjs";
import { runChecks } from "./steps/checks.mjs";
import { checkMachine, findPythonProblem } from "./steps/machine.mjs";
import { findNode, withNode } from "./steps/node.mjs";
import { installPackages } from "./steps/packages.mjs";
import { explained, say } from "./steps/say.mjs";
import { runSuites } from "./steps/suites.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const total = { passed: 0, failed: 0, skipped: 0 };

await explained(async () => {
  checkMachine();
  installPackages(root);
  const python = findPythonProblem();
  if (python) say(python);
  installBrowser();
  const node = findNode(root);
  const tools = { node, env: testEnvironment(node) };
  await generateClient(root, tools);
  add(await runChecks(root, tools));
  add(await runSuites(root, ["unit", "dom"], tools));
  await explained(() => buildStudio(root, tools));
  add(await runSuites(root, ["gate", "contract"], tools));
  add(await runSuites(root, ["e2e"], tools));
});
if (process.exitCode && total.failed === 0) total.failed = 1;
const { passed, failed, skipped } = total;
say(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** The tests choose their own database, data folder, address and key: a person's settings are not theirs. */
function testEnvironment(node) {
  // A person waits for the end; a machine has the time for more kills of workers.
  const kills = process.env.CI ? "200" : "50";
  const env = withNode(node, root, { CI: "true", NODE_ENV: "test", CRASH_KILLS: kills });
  const own = Object.keys(env).filter((name) => /^(TOOLROOM_|DATABASE_URL$|HOST$|PORT$)/.test(name));
  for (const name of own) delete env[name];
  return env;
}

function add({ passed, failed, skipped = 0 }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
