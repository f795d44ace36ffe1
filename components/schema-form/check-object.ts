import { type Issue, issue } from "./issue.ts";
import { settled } from "./json-print.ts";
import { type Check, entriesOf, failed, joined, PASSED, type Place, passes, patternOf, type Report } from "./place.ts";
import { pointerTo } from "./pointer.ts";
import { asList, own, type Schema } from "./resolve.ts";
import type { FieldState, ObjectState } from "./state.ts";

type Members = ReadonlyMap<string, FieldState>;
type Context = { place: Place; check: Check; own: Report };

/** Names and members of an object. A missing or surplus name is reported at the name itself. */
export function checkObject(schema: Schema, value: ObjectState, { place, check, own: before }: Context): Report {
  const members = new Map([...value.members].filter(([, member]) => settled(member).is !== "unset"));
  const below = (inner: unknown, name: string): Report => {
    const member = members.get(name);
    if (member === undefined) return PASSED;
    const report = check(inner, member, { ...place, path: pointerTo(place.path, name) });
    return { ...report, seen: [name] };
  };
  const found = joined([
    before,
    failed(...nameIssues(schema, members, place)),
    ...[...members.keys()].map((name) => checkMember(schema, name, below)),
    ...propertyNames(schema, members, { place, check }),
    ...dependents(schema, members).map((dependent) => check(dependent, value, place)),
  ]);
  if (schema.unevaluatedProperties === undefined) return found;
  const rest = [...members.keys()].filter((name) => !found.seen.includes(name));
  return joined([found, ...rest.map((name) => below(schema.unevaluatedProperties, name))]);
}

function checkMember(schema: Schema, name: string, below: (inner: unknown, name: string) => Report): Report {
  const declared = own(schema.properties, name);
  const patterned = entriesOf(schema.patternProperties).filter(([pattern]) => patternOf(pattern)?.test(name));
  const schemas = [...(declared === undefined ? [] : [declared]), ...patterned.map(([, inner]) => inner)];
  if (schemas.length > 0) return joined(schemas.map((inner) => below(inner, name)));
  if (schema.additionalProperties === undefined) return PASSED;
  const report = below(schema.additionalProperties, name);
  if (schema.additionalProperties !== false) return report;
  return { ...report, issues: report.issues.map(({ path }) => issue(path, "additional", { name })) };
}

function nameIssues(schema: Schema, members: Members, { path }: Place): Issue[] {
  const found = asList(schema.required)
    .filter((name) => typeof name === "string" && !members.has(name))
    .map((name) => issue(pointerTo(path, String(name)), "required"));
  for (const [name, needed] of [...entriesOf(schema.dependentRequired), ...entriesOf(schema.dependencies)]) {
    if (!members.has(name)) continue;
    for (const other of asList(needed)) {
      if (!members.has(String(other))) found.push(issue(pointerTo(path, String(other)), "dependent", { name }));
    }
  }
  const { minProperties, maxProperties } = schema;
  if (typeof minProperties === "number" && members.size < minProperties)
    found.push(issue(path, "minProperties", { limit: minProperties }));
  if (typeof maxProperties === "number" && members.size > maxProperties)
    found.push(issue(path, "maxProperties", { limit: maxProperties }));
  return found;
}

function propertyNames(schema: Schema, members: Members, { place, check }: { place: Place; check: Check }): Report[] {
  if (schema.propertyNames === undefined) return [];
  return [...members.keys()].map((name) => {
    const path = pointerTo(place.path, name);
    return passes(check(schema.propertyNames, { is: "text", text: name }, { ...place, path }))
      ? PASSED
      : failed(issue(path, "propertyNames", { name }));
  });
}

function dependents(schema: Schema, members: Members): unknown[] {
  return [...entriesOf(schema.dependentSchemas), ...entriesOf(schema.dependencies)]
    .filter(([name, inner]) => members.has(name) && !Array.isArray(inner))
    .map(([, inner]) => inner);
}
