import { expect, test } from "vitest";
import { plant } from "./plant.ts";

const lines = (count: number, line: string) => `${line}\n`.repeat(count);
const longFunction = `export function long(): number {\n  let n = 0;\n${lines(60, "  n += 1;")}  return n;\n}\n`;
const starts = (module: string) => `import { spawn } from "${module}";\n\nexport const start = spawn;\n`;

/** Each planted file with the rule it breaks. */
const VIOLATIONS: [rule: string, file: string, text: string][] = [
  ["noExcessiveLinesPerFile", "lib/runs/long.ts", lines(301, "export {};")],
  ["noExcessiveLinesPerFunction", "lib/runs/function.ts", longFunction],
  [
    "useMaxParams",
    "lib/runs/params.ts",
    "export const four = (a: number, b: number, c: number, d: number) => a + b + c + d;\n",
  ],
  ["noProcessEnv", "lib/runs/environment.ts", "export const home = process.env.HOME;\n"],
  ["noRestrictedImports", "lib/runs/start.ts", starts("node:child_process")],
  ["noRestrictedImports", "app/start.ts", starts("child_process")],
  ["noRestrictedImports", "components/start.ts", 'import { execa } from "execa";\n\nexport const start = execa;\n'],
  ["noBarrelFile", "lib/runs/all.ts", 'export { start } from "./start.ts";\n'],
  ["noReExportAll", "lib/runs/everything.ts", 'export * from "./start.ts";\n'],
  ["noImportCycles", "lib/runs/one.ts", 'import { two } from "./two.ts";\n\nexport const one = (): unknown => two;\n'],
  ["useFilenamingConvention", "lib/runs/theRun.ts", "export const run = 1;\n"],
  ["noEnum", "lib/runs/enum.ts", "export enum State {\n  On,\n}\n"],
  [
    "noFloatingPromises",
    "lib/runs/floating.ts",
    "async function act(): Promise<void> {}\n\nexport const go = () => {\n  act();\n};\n",
  ],
  [
    "noMisusedPromises",
    "lib/runs/misused.ts",
    "async function act(): Promise<boolean> {\n  return true;\n}\n\nexport const go = () => {\n  if (act()) return 1;\n  return 2;\n};\n",
  ],
  [
    "useExhaustiveSwitchCases",
    "lib/runs/switch.ts",
    'export function go(state: "on" | "off"): void {\n  switch (state) {\n    case "on":\n      break;\n  }\n}\n',
  ],
  ["noConsole", "lib/runs/console.ts", 'console.log("here");\n'],
  [
    "noEmptyBlockStatements",
    "lib/runs/swallow.ts",
    "try {\n  start();\n} catch {}\n\nfunction start(): void {\n  throw new Error();\n}\n",
  ],
  [
    "noFocusedTests",
    "lib/runs/only.test.ts",
    'import { test } from "vitest";\n\ntest.only("this", () => undefined);\n',
  ],
  [
    "noSkippedTests",
    "lib/runs/skip.test.ts",
    'import { test } from "vitest";\n\ntest.skip("this", () => undefined);\n',
  ],
  ["noExplicitAny", "lib/runs/any.ts", "export const thing: any = 1;\n"],
];

const { run } = plant({
  "lib/runs/two.ts": 'import { one } from "./one.ts";\n\nexport const two = (): unknown => one;\n',
  "lib/runs/fine.ts": "export const fine = 1;\n",
  "lib/tools/launcher.ts": starts("node:child_process"),
  "lib/core/env.ts": "export const home = process.env.HOME;\n",
  ...Object.fromEntries(VIOLATIONS.map(([, file, text]) => [file, text])),
});
const { stdout } = run("@biomejs/biome/bin/biome", [
  ...["lint", "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json"],
  ".",
]);
const { diagnostics } = JSON.parse(stdout) as Report;
const found = diagnostics.map(({ category, location }) => `${category.split("/").at(-1)} ${location.path}`);

type Report = { diagnostics: { category: string; location: { path: string } }[] };

test.each(VIOLATIONS)("%s: %s is seen", (rule, file) => {
  expect(found).toContain(`${rule} ${file}`);
});

test.each(["lib/runs/fine.ts", "lib/tools/launcher.ts", "lib/core/env.ts"])("%s is fine", (file) => {
  expect(found.filter((each) => each.endsWith(` ${file}`))).toEqual([]);
});
