import type { Ajv2020 } from "ajv/dist/2020.js";
import type { DataValidateFunction } from "ajv/dist/types/index.js";
import { parseExact, toBigInts } from "#lib/core/exact/schema.ts";
import { isObject } from "#lib/secrets/schema.ts";

/** Whether a JSON text may have whole numbers beyond 2^53; the bounds that zod gives each whole number are none. */
export function mayHaveLargeNumbers(text: string): boolean {
  return /(?<!\d)(?!9007199254740991(?!\d))\d{16}/.test(text);
}

/** A value as Ajv takes it, its numbers rounded, and beside it exact, whole numbers beyond 2^53 as `bigint`. */
export function readBoth(text: string): { value: unknown; exact: unknown } {
  const exact = toBigInts(parseExact(text));
  return { value: rounded(exact), exact };
}

/** A schema for Ajv with the keywords of `addExactKeywords`: its numbers exact, but for counts that nothing ever reaches. */
export function readExactSchema(text: string): unknown {
  return withPlainCounts(toBigInts(parseExact(text)));
}

/** Makes the keywords that compare numbers exact for values of `readBoth`, of which Ajv itself sees only rounded ones. */
export function addExactKeywords(ajv: Ajv2020): void {
  for (const [keyword, holds] of BOUNDS) {
    replace(ajv, { keyword, type: "number" }, (limit, value) => holds(value as Size, limit as Size) || { limit });
  }
  replace(
    ajv,
    { keyword: "multipleOf", type: "number" },
    (step, value) => isMultiple(value as Size, step as Size) || { multipleOf: step },
  );
  replace(ajv, { keyword: "const" }, (only, value) => keyOf(only) === keyOf(value) || { allowedValue: only });
  replace(ajv, { keyword: "enum" }, (choices, value) => {
    const key = keyOf(value);
    return (choices as unknown[]).some((choice) => keyOf(choice) === key) || { allowedValues: choices };
  });
  replace(ajv, { keyword: "uniqueItems", type: "array" }, (isAsked, value) => {
    const keys = (value as unknown[]).map(keyOf);
    return isAsked === false || new Set(keys).size === keys.length || {};
  });
}

type Size = number | bigint;

const BOUNDS: readonly [string, (value: Size, limit: Size) => boolean][] = [
  ["minimum", (value, limit) => value >= limit],
  ["maximum", (value, limit) => value <= limit],
  ["exclusiveMinimum", (value, limit) => value > limit],
  ["exclusiveMaximum", (value, limit) => value < limit],
];
const COUNTS = /^(min|max)(Length|Items|Properties|Contains)$/;
/** So exact is a multiple: 19.99 is one of 0.01. */
const DECIMALS = 9;

/** What stands in the exact value where a list or an object stands in the rounded one. */
const twins = new WeakMap<object, Record<string, unknown>>();

function rounded(exact: unknown): unknown {
  if (typeof exact === "bigint") return Number(exact);
  if (typeof exact !== "object" || exact === null) return exact;
  const value = Array.isArray(exact)
    ? exact.map(rounded)
    : Object.fromEntries(Object.entries(exact).map(([name, member]) => [name, rounded(member)]));
  twins.set(value, exact as Record<string, unknown>);
  return value;
}

function withPlainCounts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPlainCounts);
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    typeof value === "bigint" && COUNTS.test(keyword) ? Number(value) : withPlainCounts(value),
  ]);
  return Object.fromEntries(entries);
}

/** `check` answers true, or what Ajv's own keyword has in `params` of its error. */
function replace(
  ajv: Ajv2020,
  { keyword, type }: { keyword: string; type?: "number" | "array" },
  check: (given: unknown, value: unknown) => true | object,
): void {
  const compile = (given: unknown): DataValidateFunction => {
    const validate: DataValidateFunction = (data, place) => {
      const outcome = check(given, exactly(data, place));
      validate.errors = outcome === true ? [] : [{ keyword, params: outcome }];
      return outcome === true;
    };
    return validate;
  };
  ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword, ...(type && { type }), errors: true, compile });
}

function exactly(data: unknown, place: Parameters<DataValidateFunction>[1]): unknown {
  if (typeof data === "object" && data !== null) return twins.get(data) ?? data;
  if (typeof data !== "number" || !place) return data;
  const parent: unknown = place.parentData;
  const twin = typeof parent === "object" && parent !== null ? twins.get(parent) : undefined;
  return twin?.[place.parentDataProperty] ?? data;
}

/** The same text for the same JSON value: 1 and 1.0 are, and the order of names does not matter. */
function keyOf(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? `${BigInt(value)}` : `${value}`;
  if (typeof value === "bigint") return `${value}`;
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${keyOf(member)}`);
  return `{${entries.toSorted().join()}}`;
}

function isMultiple(value: Size, step: Size): boolean {
  if (Number.isInteger(Number(step)) && Number.isInteger(Number(value))) return BigInt(value) % BigInt(step) === 0n;
  const quotient = Number(value) / Number(step);
  return Math.abs(Math.round(quotient) - quotient) < 10 ** -DECIMALS;
}
