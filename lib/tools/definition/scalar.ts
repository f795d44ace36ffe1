import { isRawNumber } from "#lib/core/exact/schema.ts";
import type { Schema } from "./keywords.ts";
import type { Remark } from "./remark.ts";

const FORMATS = new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);
const OF_TEXTS = ["minLength", "maxLength"];
const OF_NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
/** zod adds these bounds to each whole number; they tell a model nothing. */
const SAFE_BOUNDS = new Set([Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
const LOOK_AROUND = /\(\?<?[=!]/;
const BACK_REFERENCE = /\\[1-9k]/;

/** What strict mode can check of a text, number or boolean; `dropped` tells what else the schema asks for. */
export function checksOf(schema: Schema, types: readonly string[]): { checks: Schema; dropped: Dropped[] } {
  const isText = types.includes("string");
  const isNumber = types.includes("number") || types.includes("integer");
  const keywords = [...(isText ? OF_TEXTS : []), ...(isNumber ? OF_NUMBERS : [])];
  const checks: Schema = Object.fromEntries(
    keywords
      .map((keyword) => [keyword, schema[keyword]] as const)
      .filter(([, value]) => value !== undefined && !SAFE_BOUNDS.has(value as number)),
  );
  const dropped: Dropped[] = [];
  const { format, pattern } = schema;
  if (isText && format !== undefined) {
    if (FORMATS.has(format)) checks.format = format;
    else dropped.push({ code: "format", params: { format } });
  }
  if (isText && pattern !== undefined) {
    const problem = problemOf(pattern);
    if (problem) dropped.push({ code: problem, params: {} });
    else checks.pattern = pattern;
  }
  return { checks, dropped };
}

type Dropped = Pick<Remark, "code" | "params">;

function problemOf(pattern: string): Dropped["code"] | null {
  if (LOOK_AROUND.test(pattern)) return "looks_around";
  if (BACK_REFERENCE.test(pattern)) return "refers_back";
  return isPattern(pattern) ? null : "unknown_pattern";
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/** The values of a list of choices that have one of the `declared` types, each once, and the types that they have. */
export function choicesOfType(choices: readonly unknown[], declared: readonly string[] | null) {
  const typed = choices
    .map((value) => ({ value, type: typesOfValue(value).find((type) => !declared || declared.includes(type)) }))
    .filter(({ type }) => type !== undefined);
  const distinct = [...new Map(typed.map((choice) => [JSON.stringify(choice.value), choice])).values()];
  return {
    fitting: distinct.map(({ value }) => value),
    types: [...new Set(distinct.map(({ type }) => type as string))],
  };
}

function typesOfValue(value: unknown): string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (isRawNumber(value)) return ["integer", "number"];
  if (typeof value === "number") return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  return [typeof value];
}
