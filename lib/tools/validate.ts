import "server-only";
import { Script } from "node:vm";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { parseExact, printExact } from "#lib/core/exact/schema.ts";
import { singleton } from "#lib/core/singleton.ts";
import { clearest } from "./clearest.ts";
import { withDefinitions } from "./definition/root.ts";
import { wellFormed } from "./definition/well-formed.ts";
import { isQuick } from "./effort.ts";
import { addExactKeywords, mayHaveLargeNumbers, readBoth, readExactSchema } from "./exact-numbers.ts";
import { type Issue, kindOf, SAFE_NAME, toIssue, type What } from "./issue-text.ts";
import { narrow } from "./narrow.ts";
import { withPatience } from "./patience.ts";
import type { JsonSchema } from "./schema.ts";

const LARGEST_SCHEMA = 1024 * 1024;
const KEPT_VALIDATORS = 200;
const MOST_ISSUES = 20;
const MOST_ERRORS = 500;
/** So exact is a multiple: 19.99 is one of 0.01. */
const DECIMALS = 9;
const UNSAFE = '"__proto__"';
/** What a parser quotes of a text that is not JSON may be anything in it. */
const QUOTE = /, (?:\.\.\.)?".*" is not valid JSON$/s;
const PATIENCE_MS = 1000;
const PATTERN_PATIENCE_MS = 100;
/** On a text this short a pattern without repeated groups is done in no time. */
const SHORT_TEXT = 256;
/** Pydantic takes times without a zone, and JSON Schema's own rule would refuse them. */
const LENIENT = {
  "date-time": /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?(\d\d)?)?)?$/i,
  time: /^\d\d:\d\d(:\d\d([.,]\d+)?)?\s?(Z|[+-]\d\d:?(\d\d)?)?$/i,
};

export type { What } from "./issue-text.ts";

/**
 * Checks JSON text against a tool's schema. Each issue has a path like `filters[0].value` and a sentence that names it, what is
 * expected and what came; of UserParameters no value is ever quoted, since it may be a secret.
 */
export function checkParameters(
  schema: JsonSchema,
  text: string,
  { what }: { what: What },
): { ok: true } | { ok: false; issues: Issue[] } {
  const schemaText = JSON.stringify(schema);
  const safeText = schemaText.includes(UNSAFE) ? withSafeNames(text) : text;
  const parsed = parseObject(safeText, what);
  if ("issues" in parsed) return { ok: false, issues: parsed.issues };
  const numbers = [schemaText, text].some(mayHaveLargeNumbers) ? "exact" : "rounded";
  const validator = validatorOf(schemaText, numbers);
  // A schema that cannot be compiled cannot refuse anything; the tool itself still judges.
  if (!validator) return { ok: true };
  const { validate } = validator;
  try {
    const { value, exact } = numbers === "exact" ? readBoth(safeText) : { value: parsed.value, exact: parsed.value };
    const isAccepted = isQuick(schemaText, text) ? validate(value) : withPatience(() => validate(value), PATIENCE_MS);
    if (isAccepted === null)
      return { ok: false, issues: [{ path: "", message: `${what} take too long to be checked.` }] };
    if (isAccepted) return { ok: true };
    const found = errorsOf(validator.readable, { value, exact, numbers }) ?? validate.errors ?? [];
    // Of nested unions the last errors are those of the outermost.
    const errors = clearest(found.slice(-MOST_ERRORS));
    return { ok: false, issues: errors.slice(0, MOST_ISSUES).map((error) => toIssue(error, { what, exact })) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, issues: [{ path: "", message: `${what} are nested too deeply to be checked.` }] };
  }
}

/** All that is wrong, by the alternatives that are meant where these can be told; null when that cannot be found out. */
function errorsOf(schemaText: string, { value, exact, numbers }: Checked): ErrorObject[] | null {
  const schema = readSchema(schemaText, numbers);
  for (const each of [narrow(schema, exact), schema]) {
    const validate = compile(each, { search: "all errors", numbers });
    if (validate && withPatience(() => validate(value), PATIENCE_MS) === false) return validate.errors ?? null;
  }
  return null;
}

/** Only where whole numbers beyond 2^53 may be does it cost what it takes to compare them digit by digit. */
type Numbers = "rounded" | "exact";
type Checked = { value: unknown; exact: unknown; numbers: Numbers };

function readSchema(text: string, numbers: Numbers): JsonSchema {
  const safe = withSafeNames(text);
  return (numbers === "exact" ? readExactSchema(safe) : JSON.parse(safe)) as JsonSchema;
}

function withSafeNames(text: string): string {
  return text.replaceAll(UNSAFE, `"${SAFE_NAME}"`);
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

/** `readable` is the text of the schema that could be compiled. */
type Validator = { validate: ValidateFunction; readable: string };

function validatorOf(schemaText: string, numbers: Numbers): Validator | null {
  const key = `${numbers} ${schemaText}`;
  const cache = singleton("parameter-validators", () => new Map<string, Validator | null>());
  const known = cache.get(key);
  if (known !== undefined) return known;
  const oldest = cache.size >= KEPT_VALIDATORS ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  const isTooLarge = schemaText.length > LARGEST_SCHEMA;
  const validator = isTooLarge ? null : (asWritten(schemaText, numbers) ?? asWritten(modernText(schemaText), numbers));
  cache.set(key, validator);
  return validator;
}

function asWritten(readable: string, numbers: Numbers): Validator | null {
  const validate = compile(readSchema(readable, numbers), { search: "first error", numbers });
  return validate && { validate, readable };
}

/** What an older draft or a stranger wrote, in terms of 2020-12 and without what is no JSON Schema. */
function modernText(schemaText: string): string {
  const { root, definitions } = wellFormed(parseExact(schemaText));
  return JSON.stringify(withDefinitions(root, definitions));
}

type Compiling = { search: "first error" | "all errors"; numbers: Numbers };

/** Only a search for the first error leaves an alternative as soon as it is not the one. */
function compile(schema: JsonSchema, { search, numbers }: Compiling): ValidateFunction | null {
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
  ajv.opts.unevaluated = printExact(schema).includes('"unevaluated');
  ajvFormats.default(ajv, ["date", "email", "ipv4", "ipv6", "uuid"]);
  ajv.addFormat("date-time", LENIENT["date-time"]).addFormat("time", LENIENT.time);
  if (numbers === "exact") addExactKeywords(ajv);
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
