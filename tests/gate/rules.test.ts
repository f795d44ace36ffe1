import { expect, test } from "vitest";
import { checkLeftovers, checkMessages, checkNames } from "../../bin/steps/rules.mjs";
import { plant } from "./plant.ts";

const { folder, run } = plant({
  "app/page.tsx": "export default function Page() {\n  return null;\n}\n",
  "bin/start.mjs": "",
  "components/utils.tsx": "",
  "components/button.tsx": `// ${"TO" + "DO"}: later\n`,
  "lib/runs/index.ts": "",
  "lib/runs/run-helpers.ts": "",
  "lib/services/mail.ts": "",
  "lib/runs/data-directory.ts": "export const unused = 1;\n",
  "lib/runs/strict.ts": "export const first = (list: number[]): number => list[0];\n",
  "tests/support/database.ts": "",
  "messages/en/run.json":
    '{ "start": "Run", "only": "x", "calls": "{count, plural, one {# call} other {# calls}} of {name}" }',
  "messages/ko/run.json": '{ "start": "실행", "calls": "{count, plural, other {호출 #회}}", "extra": "y" }',
});

test("a name that says nothing is seen, and one that merely contains such a word is not", () => {
  const { looked, problems } = checkNames(folder);
  expect(looked).toBe(10);
  expect(problems.map((problem: string) => problem.split(":")[0]).sort()).toEqual([
    "components/utils.tsx",
    "lib/runs/index.ts",
    "lib/runs/run-helpers.ts",
    "lib/services/mail.ts",
  ]);
});

test("work left for later is seen", () => {
  expect(checkLeftovers(folder).problems).toEqual([expect.stringMatching(/^components\/button.tsx: do it now/)]);
});

test("catalogues that differ are seen", () => {
  expect(checkMessages(folder)).toEqual({
    looked: 3,
    problems: [
      "run.only: missing in ko",
      "run.extra: missing in en",
      "run.calls: the languages have different placeholders",
    ],
  });
});

test("dead code is seen", () => {
  const { code, stdout } = run("knip/bin/knip.js", ["--no-progress", "--include", "files,exports"]);
  expect(code).toBe(1);
  expect(stdout).toContain("lib/runs/data-directory.ts");
});

test("types are strict", () => {
  const { code, stdout } = run("typescript/bin/tsc", ["--noEmit", "--incremental", "false"]);
  expect(code).not.toBe(0);
  expect(stdout).toContain("lib/runs/strict.ts(1,50): error TS2322");
});
