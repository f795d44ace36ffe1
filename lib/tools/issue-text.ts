import type { ErrorObject } from "ajv/dist/2020.js";
import { printExact } from "#lib/core/exact/schema.ts";

/** A place like `filters[0].value`, and a sentence that names it, what is expected and what came. */
export type Issue = { path: string; message: string };
/** Which of a call's two sets of parameters is spoken of. */
export type What = "ToolParameters" | "UserParameters";
/** `exact` is the whole that was checked, with every digit of its numbers. */
type Context = { what: What; exact: unknown };

/** Ajv overlooks a parameter called `__proto__`, so that it goes by this name in schemas and values. */
export const SAFE_NAME = "__proto__\u200b";
const MOST_CHOICES = 30;

/** Of a failed union, the branch that came closest tells more than "must match a schema in anyOf"; of one place, its first error. */
export function clearest(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const shown = errors.filter((error) => !unions.some((union) => isWithin(error, union)));
  const closest = shown.map((error) => {
    const deeper = unions.includes(error) && errors.find((each) => isWithin(each, error) && isDeeper(each, error));
    return deeper || error;
  });
  return [...new Map(closest.toReversed().map((error) => [readablePath(error), error])).values()].toReversed();
}

/** Whether an error is of a branch of the union; the path of one behind a reference begins anew there. */
function isWithin(error: ErrorObject, union: ErrorObject): boolean {
  if (error === union || !`${error.instancePath}/`.startsWith(`${union.instancePath}/`)) return false;
  return error.schemaPath.startsWith(`${union.schemaPath}/`) || /^#\/(\$defs|definitions)\//.test(error.schemaPath);
}

function isDeeper(error: ErrorObject, union: ErrorObject): boolean {
  return error.keyword !== "type" && error.instancePath.length > union.instancePath.length;
}

export function toIssue(error: ErrorObject, { what, exact }: Context): Issue {
  const path = readablePath(error);
  const subject = path === "" ? what : `\`${path}\``;
  const got = what === "UserParameters" || error.keyword === "required" ? "" : gotten(error, exact);
  return {
    path,
    message: `${what === "ToolParameters" || path === "" ? "" : `${what}: `}${subject} ${expectation(error)}${got}.`,
  };
}

function readablePath({ instancePath, keyword, params }: ErrorObject): string {
  const keys = keysOf(instancePath);
  if (keyword === "required") keys.push(String(params.missingProperty));
  if (keyword === "additionalProperties") keys.push(String(params.additionalProperty));
  return keys
    .map((key) => (key === SAFE_NAME ? "__proto__" : key))
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

const BOUNDS: Record<string, string> = {
  minLength: "have at least # characters",
  maxLength: "have at most # characters",
  minItems: "have at least # items",
  maxItems: "have at most # items",
  minProperties: "have at least # keys",
  maxProperties: "have at most # keys",
  minimum: "be at least #",
  maximum: "be at most #",
  exclusiveMinimum: "be above #",
  exclusiveMaximum: "be below #",
  multipleOf: "be a multiple of #",
  uniqueItems: "not have the same item twice",
};

function expectation(error: ErrorObject): string {
  const { keyword, params, schema } = error;
  if (keyword === "required") return "is required";
  if (keyword === "type") return `must be ${[params.type].flat().map(withArticle).join(" or ")}`;
  if (keyword === "enum") return `must be one of ${listChoices(params.allowedValues as unknown[])}`;
  if (keyword === "const") return `must be ${printExact(params.allowedValue)}`;
  if (keyword === "additionalProperties") return "is not a parameter of this tool";
  if (keyword === "format") return `must be a text in the format ${params.format}`;
  if (keyword === "pattern") return `must match the pattern ${params.pattern}`;
  if (params.passingSchemas) return "must fit only one of the forms it can have";
  if (keyword === "anyOf" || keyword === "oneOf") return `must be ${describeOptions(schema, error.data)}`;
  const bound = BOUNDS[keyword];
  if (bound) return `must ${bound.replace("#", String(params.limit ?? params.multipleOf))}`;
  return error.message ?? "is not accepted";
}

function listChoices(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_CHOICES).map((value) => printExact(value));
  return values.length > MOST_CHOICES ? `${shown.join(", ")} … (${values.length} in all)` : shown.join(", ");
}

function describeOptions(options: unknown, value: unknown): string {
  const types = Array.isArray(options) ? options.map((option) => (option as { type?: unknown }).type) : [];
  const known = types.filter((type) => typeof type === "string");
  return known.length === types.length &&
    known.length > 0 &&
    !known.some((type) => type === kindOf(value).split(" ").at(-1))
    ? [...new Set(known)].map(withArticle).join(" or ")
    : "one of the forms it can have";
}

function withArticle(type: string): string {
  if (type === "null") return "null";
  return `${/^[aeiou]/.test(type) ? "an" : "a"} ${type === "string" ? "text" : type}`;
}

function gotten({ keyword, data, instancePath }: ErrorObject, exact: unknown): string {
  if (keyword === "additionalProperties") return "";
  const came = typeof data === "string" ? data : valueAt(exact, instancePath);
  const text = printExact(came) ?? String(data);
  const shown = text.length <= 80 ? text : `${text.slice(0, 77)}…`;
  return `, not ${typeof data === "object" && data !== null && text.length > 80 ? kindOf(data) : shown}`;
}

/** What came, every digit kept; Ajv itself has its numbers rounded. */
function valueAt(exact: unknown, pointer: string): unknown {
  return keysOf(pointer).reduce<unknown>((place, key) => (place as Record<string, unknown> | undefined)?.[key], exact);
}

function keysOf(pointer: string): string[] {
  const keys = pointer.split("/").slice(1);
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return withArticle(typeof value);
}
