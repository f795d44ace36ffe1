import "server-only";
import { Script } from "node:vm";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { singleton } from "#lib/core/singleton.ts";
import { isQuick } from "./effort.ts";
import { narrow } from "./narrow.ts";
import { withPatience } from "./patience.ts";
import type { JsonSchema } from "./schema.ts";

type Issue = { path: string; message: string };
/** Which of a call's two sets of parameters is spoken of. */
export type What = "ToolParameters" | "UserParameters";

const LARGEST_SCHEMA = 1024 * 1024;
const KEPT_VALIDATORS = 200;
const MOST_ISSUES = 20;
const MOST_ERRORS = 500;
/** So exact is a multiple: 19.99 is one of 0.01. */
const DECIMALS = 9;
const UNSAFE = '"__proto__"';
const SAFE_NAME = "__proto__\u200b";
/** What a parser quotes of a text that is not JSON may be anything in it. */
const QUOTE = /, (?:\.\.\.)?".*" is not valid JSON$/s;
const MOST_CHOICES = 30;
const PATIENCE_MS = 1000;
const PATTERN_PATIENCE_MS = 100;
/** On a text this short a pattern without repeated groups is done in no time. */
const SHORT_TEXT = 256;
/** Pydantic takes times without a zone, and JSON Schema's own rule would refuse them. */
const LENIENT = {
  "date-time": /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?(\d\d)?)?)?$/i,
  time: /^\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?(\d\d)?)?$/i,
};

/**
 * Checks JSON text against a tool's schema. Each issue has a path like `filters[0].value` and a sentence that names it, what is
 * expected and what came; of UserParameters no value is ever quoted, since it may be a secret.
 */
export function checkParameters(
  schema: JsonSchema,
  text: string,
  { what }: { what: What },
): { ok: true } | { ok: false; issues: Issue[] } {
  const parsed = parseObject(text, what);
  if ("issues" in parsed) return { ok: false, issues: parsed.issues };
  const schemaText = JSON.stringify(schema);
  const validate = validatorOf(schemaText);
  // A schema that cannot be compiled cannot refuse anything; the tool itself still judges.
  if (!validate) return { ok: true };
  try {
    const value = schemaText.includes(UNSAFE) ? parseSafely(JSON.stringify(parsed.value)) : parsed.value;
    const isAccepted = isQuick(schemaText, text) ? validate(value) : withPatience(() => validate(value), PATIENCE_MS);
    if (isAccepted === null)
      return { ok: false, issues: [{ path: "", message: `${what} take too long to be checked.` }] };
    if (isAccepted) return { ok: true };
    const found = errorsOf(schemaText, value) ?? validate.errors ?? [];
    // Of nested unions the last errors are those of the outermost.
    const errors = clearest(found.slice(-MOST_ERRORS));
    return { ok: false, issues: errors.slice(0, MOST_ISSUES).map((error) => toIssue(error, what)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, issues: [{ path: "", message: `${what} are nested too deeply to be checked.` }] };
  }
}

/** All that is wrong, by the alternatives that are meant where these can be told; null when that cannot be found out. */
function errorsOf(schemaText: string, value: unknown): ErrorObject[] | null {
  const schema = parseSafely(schemaText) as JsonSchema;
  for (const each of [narrow(schema, value), schema]) {
    const validate = compile(each, "all errors");
    if (validate && withPatience(() => validate(value), PATIENCE_MS) === false) return validate.errors ?? null;
  }
  return null;
}

/** Ajv overlooks a parameter called `__proto__`, so that it goes by another name in schemas and values. */
function parseSafely(text: string): unknown {
  return JSON.parse(text.replaceAll(UNSAFE, `"${SAFE_NAME}"`));
}

function parseObject(text: string, what: What): { value: object } | { issues: Issue[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = what === "UserParameters" ? "" : `: ${(error as Error).message.replace(QUOTE, "")}`;
    return { issues: [{ path: "", message: `${what} are not JSON${reason}.` }] };
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value };
  return { issues: [{ path: "", message: `${what} must be a JSON object, not ${kindOf(value)}.` }] };
}

function validatorOf(key: string): ValidateFunction | null {
  const cache = singleton("parameter-validators", () => new Map<string, ValidateFunction | null>());
  const known = cache.get(key);
  if (known !== undefined) return known;
  const oldest = cache.size >= KEPT_VALIDATORS ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  const validator = key.length > LARGEST_SCHEMA ? null : compile(parseSafely(key) as JsonSchema, "first error");
  cache.set(key, validator);
  return validator;
}

/** Only a search for the first error leaves an alternative as soon as it is not the one. */
function compile(schema: JsonSchema, search: "first error" | "all errors"): ValidateFunction | null {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: search === "all errors",
    verbose: true,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    multipleOfPrecision: DECIMALS,
    ownProperties: true,
    code: { regExp: Object.assign(boundedPattern, { code: "boundedPattern" }) },
  });
  // Else every alternative is gone through, also after one that fits: in nested ones without end.
  ajv.opts.unevaluated = JSON.stringify(schema).includes('"unevaluated');
  ajvFormats.default(ajv, ["date", "email", "ipv4", "ipv6", "uuid"]);
  ajv.addFormat("date-time", LENIENT["date-time"]).addFormat("time", LENIENT.time);
  const { $schema: _, $id: __, ...rest } = schema;
  try {
    return ajv.compile(rest);
  } catch {
    // A schema from elsewhere may hold what Ajv does not know, such as a reference to another document.
    return null;
  }
}

/** A pattern from a stranger's schema: one that is no JavaScript, or takes too long on a text, refuses nothing. */
function boundedPattern(pattern: string, flags: string): { test: (text: string) => boolean; toString: () => string } {
  // Ajv tells one pattern from another by its text.
  const asText = () => `${pattern} ${flags}`;
  const usable = [flags, ""].find((each) => isPattern(pattern, each));
  if (usable === undefined) return { toString: asText, test: () => true };
  const regExp = new RegExp(pattern, usable);
  const isTame = !/\)[*+?{]|\\[1-9k]/.test(pattern);
  const script = new Script(`new RegExp(${JSON.stringify(pattern)}, ${JSON.stringify(usable)}).test(text)`);
  const test = (text: string) =>
    isTame && text.length <= SHORT_TEXT ? regExp.test(text) : testWithPatience(script, text);
  return { toString: asText, test };
}

/** Only in a context of its own can a pattern that tries ever more ways be stopped. */
function testWithPatience(script: Script, text: string): boolean {
  try {
    return script.runInNewContext({ text }, { timeout: PATTERN_PATIENCE_MS }) as boolean;
  } catch {
    // Timed out: the tool may know better.
    return true;
  }
}

function isPattern(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

/** Of a failed union, the branch that came closest tells more than "must match a schema in anyOf"; of one place, its first error. */
function clearest(errors: readonly ErrorObject[]): ErrorObject[] {
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

function toIssue(error: ErrorObject, what: What): Issue {
  const path = readablePath(error);
  const subject = path === "" ? what : `\`${path}\``;
  const got = what === "UserParameters" || error.keyword === "required" ? "" : gotten(error);
  return {
    path,
    message: `${what === "ToolParameters" || path === "" ? "" : `${what}: `}${subject} ${expectation(error)}${got}.`,
  };
}

function readablePath({ instancePath, keyword, params }: ErrorObject): string {
  const keys = instancePath
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
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
  if (keyword === "const") return `must be ${JSON.stringify(params.allowedValue)}`;
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
  const shown = values.slice(0, MOST_CHOICES).map((value) => JSON.stringify(value));
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

function gotten({ keyword, data }: ErrorObject): string {
  if (keyword === "additionalProperties") return "";
  const text = JSON.stringify(data) ?? String(data);
  const shown = text.length <= 80 ? text : `${text.slice(0, 77)}…`;
  return `, not ${typeof data === "object" && data !== null && text.length > 80 ? kindOf(data) : shown}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return withArticle(typeof value);
}
