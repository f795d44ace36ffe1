import { numberIn, printExact } from "#lib/core/exact/schema.ts";
import { pointerSteps } from "./pointer.ts";

/** A schema as an object; `true` is `{}` and `false` is `{ not: {} }`. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * The schema with `$ref` followed, `allOf` merged and a lone `anyOf` or `oneOf` branch unwrapped, for drawing.
 * What cannot be merged stays in its place; checking always reads the schema as it was written.
 */
export function resolve(root: unknown, schema: unknown): Schema {
  const plain = asSchema(schema);
  const cache = cacheOf(root);
  const known = cache.get(plain);
  if (known) return known;
  cache.set(plain, {});
  const resolved = unwrap(root, mergeParts(root, plain));
  cache.set(plain, resolved);
  return resolved;
}

export function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asSchema(schema: unknown): Schema {
  if (isObject(schema)) return schema;
  return schema === false ? NOTHING : ANYTHING;
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An own property, so that a parameter called `constructor` or `__proto__` is only found where it is declared. */
export function own(record: unknown, name: string): unknown {
  return isObject(record) && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** What a local `$ref` or `$dynamicRef` names: a pointer, an anchor or the root; undefined for any other. */
export function followRef(root: unknown, ref: string): unknown {
  if (!ref.startsWith("#")) return own(own(root, "$defs"), ref) ?? byId(root, ref);
  const fragment = decodeFragment(ref.slice(1));
  if (fragment !== "" && !fragment.startsWith("/")) return byAnchor(root, fragment);
  return pointerSteps(fragment).reduce<unknown>(
    (here, step) => (Array.isArray(here) ? here[Number(step)] : own(here, step)),
    root,
  );
}

const ANYTHING: Schema = {};
const NOTHING: Schema = { not: {} };

const caches = new WeakMap<object, WeakMap<Schema, Schema>>();

function cacheOf(root: unknown): WeakMap<Schema, Schema> {
  const key = asSchema(root);
  const cache = caches.get(key) ?? new WeakMap<Schema, Schema>();
  caches.set(key, cache);
  return cache;
}

function mergeParts(root: unknown, schema: Schema): Schema {
  const { $ref, $dynamicRef, allOf, ...rest } = schema;
  const ref = $ref ?? $dynamicRef;
  const parts = [
    ...(typeof ref === "string" ? [resolve(root, followRef(root, ref))] : []),
    ...asList(allOf).map((part) => resolve(root, part)),
  ];
  return parts.length === 0 ? schema : [...parts, rest].reduce(merge);
}

function unwrap(root: unknown, schema: Schema): Schema {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = asList(schema[keyword]);
    if (branches.length !== 1) continue;
    const { [keyword]: _, ...rest } = schema;
    return merge(resolve(root, branches[0]), rest);
  }
  return schema;
}

/** Both schemas at once; of words (title, description, default) those of `right` win, as it stands nearer to the field. */
function merge(left: Schema, right: Schema): Schema {
  const merged: Record<string, unknown> = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    const before = left[keyword];
    merged[keyword] = before === undefined ? value : (MERGE.get(keyword)?.(before, value) ?? value);
  }
  return merged;
}

const MERGE = new Map<string, (left: unknown, right: unknown) => unknown>([
  ["properties", mergeProperties],
  ["patternProperties", mergeProperties],
  ["required", (left, right) => [...new Set([...asList(left), ...asList(right)])]],
  ["type", (left, right) => narrowTypes(typesOf(left), typesOf(right))],
  ["enum", (left, right) => asList(left).filter((value) => asList(right).some((other) => sameValue(value, other)))],
  ["items", (left, right) => ({ allOf: [left, right] })],
  ...["minimum", "exclusiveMinimum", "minLength", "minItems"].map((keyword) => [keyword, highest] as const),
  ...["maximum", "exclusiveMaximum", "maxLength", "maxItems"].map((keyword) => [keyword, lowest] as const),
]);

function mergeProperties(left: unknown, right: unknown): Schema {
  const both = { ...asSchema(left) };
  const entries = Object.entries(asSchema(right)).map(([name, schema]) => [
    name,
    Object.hasOwn(both, name) ? { allOf: [both[name], schema] } : schema,
  ]);
  return Object.fromEntries([...Object.entries(both), ...entries]) as Schema;
}

function narrowTypes(left: readonly string[], right: readonly string[]): string | readonly string[] {
  const accepts = (types: readonly string[], type: string) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const narrowed = [
    ...new Set([...left.filter((type) => accepts(right, type)), ...right.filter((type) => accepts(left, type))]),
  ];
  return narrowed.length === 1 && narrowed[0] !== undefined ? narrowed[0] : narrowed;
}

/** The `type` keyword as a list. */
export function typesOf(type: unknown): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
}

function highest(left: unknown, right: unknown): unknown {
  return isLess(left, right) ? right : left;
}

function lowest(left: unknown, right: unknown): unknown {
  return isLess(right, left) ? right : left;
}

function isLess(left: unknown, right: unknown): boolean {
  return (numberIn(left) ?? 0) < (numberIn(right) ?? 0);
}

function sameValue(left: unknown, right: unknown): boolean {
  return printExact(left) === printExact(right);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function byAnchor(root: unknown, anchor: string): unknown {
  return search(root, (schema) => schema.$anchor === anchor || schema.$dynamicAnchor === anchor);
}

function byId(root: unknown, id: string): unknown {
  return search(root, (schema) => schema.$id === id);
}

function search(here: unknown, matches: (schema: Schema) => boolean): unknown {
  if (Array.isArray(here)) return here.map((item) => search(item, matches)).find((found) => found !== undefined);
  if (!isObject(here)) return undefined;
  if (matches(here)) return here;
  return search(Object.values(here), matches);
}
