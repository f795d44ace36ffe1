import { fieldOf } from "./field.ts";
import { choicesIssue, type Issue, issue } from "./issue.ts";
import { anyOfPassing, type Check, failed, joined, PASSED, type Place, passes, type Report } from "./place.ts";
import { asList, resolve, type Schema } from "./resolve.ts";
import type { FieldState } from "./state.ts";

/** `allOf`, `anyOf`, `oneOf`, `not` and `if`. Of a union that fails, only the nearest branch speaks. */
export function checkCombined(
  schema: Schema,
  state: FieldState,
  { place, check }: { place: Place; check: Check },
): Report {
  const each = (branches: unknown) => asList(branches).map((branch) => check(branch, state, place));
  return joined([
    ...each(schema.allOf),
    schema.anyOf === undefined
      ? PASSED
      : anyReport(each(schema.anyOf), { schema, state, place, branches: asList(schema.anyOf) }),
    schema.oneOf === undefined
      ? PASSED
      : oneReport(each(schema.oneOf), { schema, state, place, branches: asList(schema.oneOf) }),
    "not" in schema && passes(check(schema.not, state, place)) ? failed(issue(place.path, "not")) : PASSED,
    "if" in schema ? conditional(schema, state, { place, check }) : PASSED,
  ]);
}

type Union = { schema: Schema; state: FieldState; place: Place; branches: readonly unknown[] };

function anyReport(reports: readonly Report[], union: Union): Report {
  const passing = reports.filter(passes);
  return passing.length > 0 ? anyOfPassing(passing) : nearest(reports, union);
}

function oneReport(reports: readonly Report[], union: Union): Report {
  const [first, second] = reports.filter(passes);
  if (first && second) return failed(issue(union.place.path, "oneOf"));
  return first ?? nearest(reports, union);
}

/** What to say when no branch fits: the chosen variant's issues, else what all of one kind take, or those of the branch that fails last. */
function nearest(reports: readonly Report[], union: Union): Report {
  const { schema, state, place, branches } = union;
  const chosen = chosenBranches(schema, state, place.root);
  const candidates = reports.filter((_, index) => chosen.includes(branches[index]));
  const [best] = (candidates.length > 0 ? candidates : [...reports]).sort(
    (a, b) => remoteness(a, place) - remoteness(b, place),
  );
  if (!best) return PASSED;
  if (remoteness(best, place) < WRONG_TYPE) return { ...best, issues: widened(best, reports, union), seen: [] };
  const expected = reports
    .flatMap((report) => report.issues)
    .filter(({ path, code }) => path === place.path && code === "type");
  const types = new Set(expected.flatMap(({ params }) => String(params.expected).split("|")));
  return failed(
    types.size > 0 ? issue(place.path, "type", { expected: [...types].join("|") }) : issue(place.path, "variant"),
  );
}

/** An issue of the value itself, said for each branch that has the same against it. */
function widened({ issues }: Report, reports: readonly Report[], { place, branches }: Union): readonly Issue[] {
  const [only] = issues;
  if (!only || issues.length > 1 || only.path !== place.path) return issues;
  const alike = reports.flatMap((report, index) => {
    const [found] = report.issues;
    return report.issues.length === 1 && found?.path === place.path ? [{ found, branch: branches[index] }] : [];
  });
  if (FIXED.has(only.code)) {
    const fixed = alike.filter(({ found }) => FIXED.has(found.code));
    const values = fixed.flatMap(({ branch }) => valuesOf(resolve(place.root, branch)));
    return values.length === 0 ? issues : [choicesIssue(place.path, values)];
  }
  if (only.code !== "format") return issues;
  const formats = alike.filter(({ found }) => found.code === "format").map(({ found }) => String(found.params.format));
  return [issue(place.path, "format", { format: [...new Set(formats)].join("|") })];
}

const FIXED: ReadonlySet<string> = new Set(["const", "enum"]);

function valuesOf(schema: Schema): readonly unknown[] {
  return "const" in schema ? [schema.const] : asList(schema.enum);
}

const WRONG_TYPE = 1_000_000;
const WRONG_TAG = 1_000;

function remoteness(report: Report, place: Place): number {
  const cost = report.issues.map(({ path, code }) => {
    if (path === place.path && code === "type") return WRONG_TYPE;
    const isMember = path.startsWith(`${place.path}/`) && !path.slice(place.path.length + 1).includes("/");
    return isMember && (code === "const" || code === "enum") ? WRONG_TAG : 1;
  });
  return cost.reduce((sum, one) => sum + one, 0);
}

function chosenBranches(schema: Schema, state: FieldState, root: unknown): readonly unknown[] {
  if (state.is !== "choice") return [];
  const { kind } = fieldOf(root, schema);
  return kind.is === "union" ? (kind.variants[state.chosen]?.branches ?? []) : [];
}

function conditional(schema: Schema, state: FieldState, { place, check }: { place: Place; check: Check }): Report {
  const condition = check(schema.if, state, place);
  if (!passes(condition)) return check(schema.else ?? true, state, place);
  return joined([condition, check(schema.then ?? true, state, place)]);
}
