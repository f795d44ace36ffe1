import type { ErrorObject } from "ajv/dist/2020.js";
import { printExact } from "#lib/core/exact/schema.ts";
import { isObject } from "#lib/secrets/schema.ts";
import { branchOf, type ClearError, keysOf, stepsOf } from "./clearest.ts";

/** A place like `filters[0].value`, and a sentence that names it, what is expected and what came. */
export type Issue = { path: string; message: string };
/** Which of a call's two sets of parameters is spoken of. */
export type What = "ToolParameters" | "UserParameters";
/** `exact` is the whole that was checked, with every digit of its numbers. */
type Context = { what: What; exact: unknown };

/** Ajv overlooks a parameter called `__proto__`, so that it goes by this name in schemas and values. */
export const SAFE_NAME = "__proto__\u200b";
const MOST_CHOICES = 30;
const MOST_NAMES = 3;
const LONGEST_VALUE = 80;

/** Puts an error in words; of UserParameters no value is quoted. */
export function toIssue(error: ClearError, { what, exact }: Context): Issue {
  const path = readable(keysOf(error));
  const subject = path === "" ? what : `\`${path}\``;
  const got = what === "UserParameters" || SAID_WHOLLY.has(error.keyword) ? "" : gotten(error, exact);
  return {
    path,
    message: `${what === "ToolParameters" || path === "" ? "" : `${what}: `}${subject} ${expectation(error)}${got}.`,
  };
}

function readable(keys: readonly string[]): string {
  return keys
    .map((key) => (key === SAFE_NAME ? "__proto__" : key))
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key || '""'}`))
    .join("")
    .replace(/^\./, "");
}

/** Nothing came, or that it came is all that is wrong. */
const SAID_WHOLLY = new Set(
  "required dependentRequired additionalProperties unevaluatedProperties propertyNames not".split(" "),
).add("false schema");

const BOUNDS: Readonly<Record<string, readonly [string, string?]>> = {
  minLength: ["have at least #", "character"],
  maxLength: ["have at most #", "character"],
  minItems: ["have at least #", "item"],
  maxItems: ["have at most #", "item"],
  items: ["have at most #", "item"],
  unevaluatedItems: ["have at most #", "item"],
  minProperties: ["have at least #", "key"],
  maxProperties: ["have at most #", "key"],
  minimum: ["be at least #"],
  maximum: ["be at most #"],
  exclusiveMinimum: ["be above #"],
  exclusiveMaximum: ["be below #"],
  multipleOf: ["be a multiple of #"],
};

const PLAIN: Readonly<Record<string, string>> = {
  required: "is required",
  additionalProperties: "is not a parameter of this tool",
  unevaluatedProperties: "is not a parameter of this tool",
  propertyNames: "is not a name that is allowed there",
  "false schema": "is not allowed",
  uniqueItems: "must not have the same item twice",
  contains: "must have an item of the kind that it needs",
};

function expectation(error: ClearError): string {
  const { keyword, params, schema } = error;
  if (keyword === "dependentRequired") return `is required with \`${params.property}\``;
  if (keyword === "not") return exclusion(schema);
  if (params.passingSchemas) return "must fit only one of the forms it can have";
  if (keyword === "anyOf" || keyword === "oneOf") return `must ${unionText(error, error.branches ?? [])}`;
  const plain = PLAIN[keyword];
  if (plain !== undefined) return plain;
  const asked = askedFor(error);
  return asked === null ? (error.message ?? "is not accepted") : `must ${asked}`;
}

/** What one keyword asks for, as a verb and what follows it. */
function askedFor({ keyword, params }: ErrorObject): string | null {
  const bound = BOUNDS[keyword];
  if (bound) {
    const [words, unit] = bound;
    const limit = String(params.limit ?? params.multipleOf);
    return `${words.replace("#", limit)}${unit === undefined ? "" : ` ${unit}${limit === "1" ? "" : "s"}`}`;
  }
  if (keyword === "type") return `be ${[params.type].flat().map(withArticle).join(" or ")}`;
  if (keyword === "enum") return `be ${choicesText(params.allowedValues as unknown[])}`;
  if (keyword === "const") return `be ${choicesText([params.allowedValue])}`;
  if (keyword === "format") return `be a text in the format ${params.format}`;
  return keyword === "pattern" ? `match the pattern ${params.pattern}` : null;
}

function exclusion(schema: unknown): string {
  const { const: only, enum: choices } = (isObject(schema) ? schema : {}) as { const?: unknown; enum?: unknown };
  const values = only === undefined ? choices : [only];
  return Array.isArray(values) ? `must not be ${choicesText(values)}` : "is excluded by the tool's schema";
}

/** All that would have been right: values first, then kinds, then what a value of the right kind lacks. */
function unionText(union: ErrorObject, errors: readonly ErrorObject[]): string {
  const here = errors.filter(({ instancePath }) => instancePath === union.instancePath);
  const values = here.flatMap(({ keyword, params }) => valuesOf(keyword, params));
  const others = here.filter(({ keyword, params }) => valuesOf(keyword, params).length === 0);
  const asked = others.filter(({ keyword }) => keyword !== "type").map(askedFor);
  const kinds = others.filter(({ keyword }) => keyword === "type").flatMap(({ params }) => [params.type].flat());
  const objects = new Set(
    errors
      .filter((error) => error.instancePath !== union.instancePath || error.keyword === "required")
      .map((error) => objectText(union, branchOf(error, union))),
  );
  const phrases = [
    ...(values.length > 0 ? [`be ${choicesText(values)}`] : []),
    ...asked.filter((text) => text !== null),
    ...[...objects].map((text) => `be ${text}`),
    ...kinds.map((type) => `be ${withArticle(type)}`),
  ];
  return joined(phrases) || "be one of the forms it can have";
}

function valuesOf(keyword: string, params: ErrorObject["params"]): unknown[] {
  if (keyword === "const") return [params.allowedValue];
  return keyword === "enum" ? (params.allowedValues as unknown[]) : [];
}

function objectText({ schema }: ErrorObject, branch: string): string {
  const option: unknown = Array.isArray(schema) ? schema[Number(branch)] : undefined;
  const { type = "object", required } = (isObject(option) ? option : {}) as { type?: unknown; required?: unknown };
  const names = Array.isArray(required) ? required.slice(0, MOST_NAMES).map((name) => `\`${name}\``) : [];
  return `${withArticle(String(type))}${names.length > 0 ? ` with ${names.join(" and ")}` : ""}`;
}

/** "be a text or an integer or have at most 3 characters". */
function joined(phrases: readonly string[]): string {
  const distinct = [...new Set(phrases)];
  const beings = distinct.filter((phrase) => phrase.startsWith("be ")).map((phrase) => phrase.slice("be ".length));
  const others = distinct.filter((phrase) => !phrase.startsWith("be "));
  // Null is how nothing is said, and seldom what was meant.
  const kinds = beings.toSorted((one, other) => Number(one === "null") - Number(other === "null"));
  return [...(kinds.length > 0 ? [`be ${kinds.join(" or ")}`] : []), ...others].join(" or ");
}

function choicesText(values: readonly unknown[]): string {
  const texts = [...new Set(values.map((value) => printExact(value)))];
  if (texts.length === 1) return texts.join();
  const more = texts.length > MOST_CHOICES ? ` … (${texts.length} in all)` : "";
  return `one of ${texts.slice(0, MOST_CHOICES).join(", ")}${more}`;
}

function withArticle(type: string): string {
  if (type === "null") return "null";
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type === "string" ? "text" : type}`;
}

function gotten({ data, instancePath }: ErrorObject, exact: unknown): string {
  const came = typeof data === "string" ? data : valueAt(exact, instancePath);
  const text = printExact(came) ?? String(data);
  if (text.length <= LONGEST_VALUE) return `, not ${text}`;
  return `, not ${typeof data === "object" && data !== null ? kindOf(data) : `${text.slice(0, LONGEST_VALUE - 3)}…`}`;
}

/** What came, every digit kept; Ajv itself has its numbers rounded. */
function valueAt(exact: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], exact);
}

/** The kind of a value in words: "a text", "an array", "null". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return withArticle(typeof value);
}
