import { checkCombined } from "./check-combined.ts";
import { checkList } from "./check-list.ts";
import { checkObject } from "./check-object.ts";
import { checkScalar, jsonType, notationWarnings } from "./check-scalar.ts";
import { choicesIssue, type Issue, issue } from "./issue.ts";
import { parseJson } from "./json-parse.ts";
import { settled } from "./json-print.ts";
import { failed, joined, PASSED, type Place, type Report } from "./place.ts";
import { pointerSteps } from "./pointer.ts";
import { followRef, isObject, type Schema, typesOf } from "./resolve.ts";
import { same } from "./same.ts";
import { type FieldState, fromValue, replaceAt, stateAt, UNSET } from "./state.ts";

/**
 * What is wrong with a state, and what only looks wrong, by the rules of JSON Schema 2020-12 and draft-07. It interprets
 * the schema: compiled validators need `eval`, which the page's security policy refuses. A secret in `stored` (pointers)
 * need not be typed again.
 */
export function judge(schema: unknown, state: FieldState, stored: ReadonlySet<string> = new Set()): Judgement {
  const report = check(schema, withoutCleared(state, stored), { root: schema, path: "", depth: 0 });
  const distinct = new Map(report.issues.map((found) => [`${found.code} ${found.path}`, found]));
  const issues = [...distinct.values()].filter((found) => !isKept(found, state, stored));
  return { issues, warnings: report.warnings };
}

/** Issues stop a call, warnings do not. */
type Judgement = { issues: readonly Issue[]; warnings: readonly Issue[] };

/** Whether a state satisfies a part of a schema. */
export function accepts(root: unknown, schema: unknown, state: FieldState): boolean {
  return check(schema, state, { root, path: "", depth: 0 }).issues.length === 0;
}

/** How far a state is from being an instance of a part of a schema; 0 is one that also looks like it. */
export function distance(root: unknown, schema: unknown, state: FieldState): number {
  const { issues, warnings } = check(schema, state, { root, path: "", depth: 0 });
  return issues.length * 10 + warnings.length;
}

const DEEPEST = 500;

function check(schema: unknown, state: FieldState, place: Place): Report {
  const value = settled(state);
  if (value.is === "unset") return failed(issue(place.path, "required"));
  if (value.is === "raw") return failed(syntaxIssue(value.text, place.path));
  if (schema === false) return failed(issue(place.path, "not"));
  if (!isObject(schema) || place.depth > DEEPEST) return PASSED;
  const wrongType = typeIssue(schema, value, place.path);
  if (wrongType) return failed(wrongType);
  const here = { ...place, depth: place.depth + 1 };
  const own = joined([
    { ...PASSED, warnings: notationWarnings(schema, value, place.path) },
    failed(...fixedIssues(schema, value, place.path), ...checkScalar(schema, value, place.path)),
    ...refs(schema).map((ref) => check(followRef(place.root, ref) ?? true, state, here)),
    checkCombined(schema, state, { place: here, check }),
  ]);
  if (value.is === "object") return checkObject(schema, value, { place: here, check, own });
  if (value.is === "list") return checkList(schema, value, { place: here, check, own });
  return own;
}

function refs(schema: Schema): string[] {
  return [schema.$ref, schema.$dynamicRef].filter((ref) => typeof ref === "string");
}

function typeIssue(schema: Schema, value: FieldState, path: string): Issue | null {
  const types = typesOf(schema.type);
  if (types.length === 0) return null;
  const actual = jsonType(value);
  const fits = types.some((type) => actual.includes(type)) || (schema.nullable === true && value.is === "null");
  return fits ? null : issue(path, "type", { expected: types.join("|") });
}

function fixedIssues(schema: Schema, value: FieldState, path: string): Issue[] {
  const found: Issue[] = [];
  if ("const" in schema && !same(value, fromValue(schema.const))) found.push(choicesIssue(path, [schema.const]));
  if (Array.isArray(schema.enum) && !schema.enum.some((choice) => same(value, fromValue(choice)))) {
    found.push(choicesIssue(path, schema.enum));
  }
  return found;
}

function syntaxIssue(text: string, path: string): Issue {
  const parsed = parseJson(text);
  if (parsed.ok) return issue(path, "type", { expected: "any" });
  const { reason, line, column } = parsed.problem;
  return issue(path, "syntax", { reason, line, column });
}

/** The state as it goes out. Null is how the form marks a stored secret that is to be taken away. */
export function withoutCleared(state: FieldState, stored: ReadonlySet<string>): FieldState {
  const cleared = [...stored].map(pointerSteps).filter((steps) => stateAt(state, steps).is === "null");
  return cleared.reduce((before, steps) => replaceAt(before, steps, () => UNSET), state);
}

/** A stored secret that nobody touched stays as it is. */
function isKept(found: Issue, state: FieldState, stored: ReadonlySet<string>): boolean {
  return stored.has(found.path) && stateAt(state, pointerSteps(found.path)).is === "unset";
}
