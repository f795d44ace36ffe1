import { type Issue, issue } from "./issue.ts";
import { type Check, failed, joined, PASSED, type Place, passes, type Report } from "./place.ts";
import { pointerTo } from "./pointer.ts";
import { asList, type Schema } from "./resolve.ts";
import { same } from "./same.ts";
import type { ListState } from "./state.ts";

type Context = { place: Place; check: Check; own: Report };

/** Items of a list or tuple, in the words of 2020-12 (`prefixItems`) and of draft-07 (a list of `items`). */
export function checkList(schema: Schema, value: ListState, { place, check, own: before }: Context): Report {
  const below = (inner: unknown, index: number): Report => {
    const state = value.items[index]?.state ?? { is: "unset" };
    return {
      ...check(inner, state, { ...place, path: pointerTo(place.path, index) }),
      seen: [String(index)],
    };
  };
  const { prefix, rest } = itemSchemas(schema);
  const indexes = value.items.map((_, index) => index);
  const contained =
    schema.contains === undefined ? [] : indexes.filter((index) => passes(below(schema.contains, index)));
  const found = joined([
    before,
    failed(...countIssues(schema, value, place), ...containsIssues(schema, contained.length, place)),
    { ...PASSED, seen: contained.map(String) },
    ...indexes.map((index) => {
      const inner = index < prefix.length ? prefix[index] : rest;
      return inner === undefined ? holeOnly(value, index, place) : below(inner, index);
    }),
  ]);
  if (schema.unevaluatedItems === undefined) return found;
  const unseen = indexes.filter((index) => !found.seen.includes(String(index)));
  return joined([found, ...unseen.map((index) => below(schema.unevaluatedItems, index))]);
}

function itemSchemas(schema: Schema): { prefix: readonly unknown[]; rest: unknown } {
  if (Array.isArray(schema.items)) return { prefix: schema.items, rest: schema.additionalItems };
  return { prefix: asList(schema.prefixItems), rest: schema.items };
}

/** An item that was cleared is missing whatever the schema says. */
function holeOnly(value: ListState, index: number, place: Place): Report {
  return value.items[index]?.state.is === "unset" ? failed(issue(pointerTo(place.path, index), "required")) : PASSED;
}

function countIssues(schema: Schema, { items }: ListState, { path }: Place): Issue[] {
  const { minItems, maxItems, uniqueItems } = schema;
  const found: Issue[] = [];
  if (typeof minItems === "number" && items.length < minItems) found.push(issue(path, "minItems", { limit: minItems }));
  if (typeof maxItems === "number" && items.length > maxItems) found.push(issue(path, "maxItems", { limit: maxItems }));
  if (uniqueItems !== true) return found;
  const again = items.findIndex((item, index) =>
    items.slice(0, index).some((earlier) => same(earlier.state, item.state)),
  );
  if (again >= 0) found.push(issue(pointerTo(path, again), "uniqueItems"));
  return found;
}

function containsIssues(schema: Schema, count: number, { path }: Place): Issue[] {
  if (schema.contains === undefined) return [];
  const least = typeof schema.minContains === "number" ? schema.minContains : 1;
  const most = typeof schema.maxContains === "number" ? schema.maxContains : Number.POSITIVE_INFINITY;
  return count < least || count > most ? [issue(path, "contains")] : [];
}
