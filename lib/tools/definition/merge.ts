import { isDeepStrictEqual } from "node:util";
import { numberIn } from "#lib/core/exact/schema.ts";
import type { Schema, Subschema } from "./keywords.ts";

const MOST_ALTERNATIVES = 50;
const LARGER = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]);
const SMALLER = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]);

/**
 * A schema that asks for what both ask for; of two descriptions, defaults or patterns the second's stays. Null when no schema can
 * be said to do so, or nothing could satisfy it.
 */
export function merge(first: Schema, second: Schema): Schema | null {
  const merged: Schema = { ...first };
  for (const [keyword, value] of Object.entries(second)) {
    if (merged[keyword] === undefined || isDeepStrictEqual(merged[keyword], value)) merged[keyword] = value;
    else if (LARGER.has(keyword)) merged[keyword] = isLess(merged[keyword], value) ? value : merged[keyword];
    else if (SMALLER.has(keyword)) merged[keyword] = isLess(value, merged[keyword]) ? value : merged[keyword];
    else if (keyword === "items") merged.items = both(first.items, second.items);
    else if (keyword === "required")
      merged.required = [...new Set([...(first.required ?? []), ...(second.required ?? [])])];
    else if (keyword === "anyOf" || keyword === "oneOf") merged[keyword] = pairs(first[keyword], second[keyword]);
    else if (keyword === "prefixItems" || keyword === "patternProperties") return null;
    else merged[keyword] = value;
  }
  if ([merged.anyOf, merged.oneOf].some((options) => options && options.length > MOST_ALTERNATIVES)) return null;
  return withChoices(withTypes(withMembers(merged, first, second), first, second), first, second);
}

function isLess(one: unknown, other: unknown): boolean {
  return (numberIn(one) ?? 0) < (numberIn(other) ?? 0);
}

function both(first: Subschema | undefined, second: Subschema | undefined): Subschema {
  return { allOf: [first ?? true, second ?? true] };
}

function pairs(first: readonly Subschema[] = [], second: readonly Subschema[] = []): Subschema[] {
  return first.flatMap((one) => second.map((other) => both(one, other)));
}

function withTypes(merged: Schema | null, first: Schema, second: Schema): Schema | null {
  if (!merged || first.type === undefined || second.type === undefined) return merged;
  const types = commonTypes([first.type].flat(), [second.type].flat());
  return types.length === 0 ? null : { ...merged, type: types };
}

/** A whole number is a number too. */
function commonTypes(first: readonly string[], second: readonly string[]): string[] {
  const narrower = (types: readonly string[], others: readonly string[]) =>
    types.filter((type) => others.includes(type) || (type === "integer" && others.includes("number")));
  return [...new Set([...narrower(first, second), ...narrower(second, first)])];
}

function withChoices(merged: Schema | null, first: Schema, second: Schema): Schema | null {
  const [one, other] = [choicesOf(first), choicesOf(second)];
  if (!merged || !one || !other) return merged;
  const common = one.filter((value) => other.some((each) => isDeepStrictEqual(each, value)));
  const { const: _, enum: __, ...rest } = merged;
  return common.length === 0 ? null : { ...rest, enum: common };
}

function choicesOf(schema: Schema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

/** Parameters of both; those that the other closes itself to are left out, and null when one of these is required. */
function withMembers(merged: Schema, first: Schema, second: Schema): Schema | null {
  const members = new Map<string, Subschema>();
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    for (const [name, member] of Object.entries(own.properties ?? {})) {
      const twin = propertyOf(other, name);
      if (twin === undefined && other.additionalProperties === false && !other.patternProperties) continue;
      if (twin === undefined && typeof other.additionalProperties === "object") return null;
      if (!members.has(name)) members.set(name, twin === undefined ? member : both(member, twin));
    }
  }
  const isOpen = [first, second].some(({ additionalProperties: more }) => more !== undefined && more !== false);
  const isClosed = [first, second].some(({ additionalProperties: more }) => more === false);
  if (isClosed && merged.required?.some((name) => !members.has(name))) return null;
  if (typeof first.additionalProperties === "object" && typeof second.additionalProperties === "object") return null;
  return {
    ...merged,
    ...(members.size > 0 && { properties: Object.fromEntries(members) }),
    ...(isClosed && { additionalProperties: false }),
    ...(isOpen &&
      !isClosed && { additionalProperties: first.additionalProperties ?? second.additionalProperties ?? true }),
  };
}

function propertyOf({ properties = {} }: Schema, name: string): Subschema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
