import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { stream } from "./run.mjs";

/** Runs the tests of these vitest projects with their output passed on, and answers how many passed, failed and were skipped. */
export async function runSuites(root, projects, { node, env }) {
  const folder = mkdtempSync(path.join(tmpdir(), "toolroom-results-"));
  const results = path.join(folder, "results.json");
  const flags = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const chosen = projects.map((project) => `--project=${project}`);
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const code = await stream(node, [vitest, "run", ...chosen, ...flags], { cwd: root, env });
  const counts = existsSync(results)
    ? count(JSON.parse(readFileSync(results, "utf8")))
    : { passed: 0, failed: 0, skipped: 0 };
  rmSync(folder, { recursive: true });
  // An error outside of every test, or no result at all, is a failure that no test counts.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

function count({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  const unread = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const passed = tests.filter(({ status }) => status === "passed").length;
  const failed = tests.filter(({ status }) => status === "failed").length;
  return { passed, failed: failed + unread.length, skipped: tests.length - passed - failed };
}
