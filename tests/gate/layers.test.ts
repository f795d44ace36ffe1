import { expect, test } from "vitest";
import { plant } from "./plant.ts";

const TYPE_AND_VALUE = "export type Thing = string;\nexport const thing = 1;\n";
const take = (from: string) => `import { thing } from "${from}";\nexport const taken = thing;\n`;
const takeType = (from: string) => `import type { Thing } from "${from}";\nexport const taken: Thing = "";\n`;

/** Each planted file with the rule it breaks. */
const VIOLATIONS: [rule: string, file: string, text: string][] = [
  ["layer-core", "lib/core/bad.ts", take("#lib/db/client.ts")],
  ["layer-db", "lib/db/bad.ts", take("#lib/secrets/thing.ts")],
  ["layer-secrets", "lib/secrets/bad.ts", take("#lib/auth/thing.ts")],
  ["layer-auth", "lib/auth/bad.ts", takeType("#lib/runs/thing.ts")],
  ["layer-runs", "lib/runs/bad.ts", take("#lib/tools/thing.ts")],
  ["layer-tools", "lib/tools/bad.ts", take("#lib/registry/thing.ts")],
  ["layer-registry", "lib/registry/bad.ts", take("#lib/cli/thing.ts")],
  ["no-cycles", "lib/registry/one.ts", 'import { two } from "./two.ts";\nexport const one = () => two;\n'],
  ["lib-stands-alone", "lib/registry/page.ts", take("#components/thing.tsx")],
  ["pages-do-not-query", "app/page.tsx", take("#lib/db/client.ts")],
  ["pages-do-not-query", "components/query.tsx", takeType("#lib/db/client.ts")],
  ["pages-do-not-query", "components/raw.tsx", 'import pg from "pg";\nexport const raw = pg;\n'],
  ["components-take-data", "components/value.tsx", take("#lib/registry/thing.ts")],
  ["components-call-actions-only", "components/route.tsx", take("#app/thing.ts")],
  [
    "prisma-stays-in-db",
    "lib/auth/prisma.ts",
    'import { PrismaPg } from "@prisma/adapter-pg";\nexport const own = PrismaPg;\n',
  ],
  ["prisma-stays-in-db", "lib/auth/generated.ts", take("#lib/db/generated/client.ts")],
  ["no-tests-in-the-product", "lib/auth/fake.ts", take("#tests/support/thing.ts")],
  ["resolvable", "lib/auth/nowhere.ts", 'import "#lib/auth/gone.ts";\n'],
];

/** Files that break nothing, each for a reason that a rule could get wrong. */
const FINE: [file: string, text: string][] = [
  ["components/schema.tsx", take("#lib/registry/schema.ts")],
  ["components/view.tsx", take("#lib/runs/view.ts")],
  ["components/transcript.tsx", take("#lib/runs/transcript.ts")],
  ["components/error.tsx", take("#lib/core/errors.ts")],
  ["components/type.tsx", takeType("#lib/registry/thing.ts")],
  ["components/action.tsx", take("#app/actions.ts")],
  ["lib/registry/left.ts", take("#lib/db/client.ts")],
  ["lib/registry/left.test.ts", take("#tests/support/thing.ts")],
  ["app/route.ts", take("#lib/registry/thing.ts")],
];

const TARGETS = [
  ...[
    "db/client",
    "secrets/thing",
    "auth/thing",
    "runs/thing",
    "runs/view",
    "runs/transcript",
    "tools/thing",
    "registry/thing",
  ],
  ...["registry/schema", "cli/thing", "core/errors", "db/generated/client"],
].map((name) => `lib/${name}.ts`);

const { run } = plant({
  "lib/registry/two.ts": 'import { one } from "./one.ts";\nexport const two = () => one;\n',
  ...Object.fromEntries(
    [...TARGETS, "app/thing.ts", "app/actions.ts", "tests/support/thing.ts"].map((file) => [file, TYPE_AND_VALUE]),
  ),
  "components/thing.tsx": TYPE_AND_VALUE,
  ...Object.fromEntries(VIOLATIONS.map(([, file, text]) => [file, text])),
  ...Object.fromEntries(FINE),
});
const flags = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "app", "components", "lib", "tests"];
const { stdout } = run("dependency-cruiser/bin/dependency-cruiser.mjs", flags);
const { modules, summary } = JSON.parse(stdout) as Report;
const found = summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);

type Report = {
  modules: unknown[];
  summary: { violations: { rule: { name: string }; from: string }[] };
};

test("the tool reads TypeScript", () => {
  expect(modules.length).toBeGreaterThanOrEqual(VIOLATIONS.length + FINE.length);
});

test.each(VIOLATIONS)("%s: %s is seen", (rule, file) => {
  expect(found).toContain(`${rule} ${file}`);
});

test("nothing else is", () => {
  const planted = new Set(VIOLATIONS.map(([rule, file]) => `${rule} ${file}`));
  const partners = ["no-cycles lib/registry/two.ts"];
  expect(found.filter((each) => !planted.has(each) && !partners.includes(each))).toEqual([]);
});
