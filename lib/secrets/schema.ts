/** A JSON Schema as a tool gave it; what is said here of secrets is read, and nothing else is relied on. */
export type JsonSchema = Record<string, unknown>;

/** What Pydantic and the studio show instead of a secret; it is never a value. */
export const MASK = "**********";

/** Whether a field holds a secret: its schema says so (`format: password`, `writeOnly`), or its name does. */
export function isSecretField(name: string, schemas: readonly JsonSchema[]): boolean {
  if (schemas.some(isSecretSchema)) return true;
  const onlyBoolean = schemas.length > 0 && schemas.every((schema) => schema.type === "boolean");
  return !onlyBoolean && isSecretName(name);
}

/** `format: password` or `writeOnly`, itself or in one of its alternatives. */
export function isSecretSchema(schema: JsonSchema): boolean {
  if (schema.format === "password" || schema.writeOnly === true) return true;
  return [schema.anyOf, schema.oneOf, schema.allOf].some(
    (members) => Array.isArray(members) && members.some((member) => isObject(member) && isSecretSchema(member)),
  );
}

const ANYWHERE = /password|passwd|passphrase|secret|비밀|암호/;
const COMPOUND =
  /(?:api|access|auth|account|private|service|signing|encryption|shared)keys?$|(?:api|access|auth|bearer|refresh)tokens?$|api키$/;
const LAST_WORDS = new Set([
  "token",
  "pwd",
  "passcode",
  "bearer",
  "credential",
  "credentials",
  "authorization",
  "cookie",
  "토큰",
  "인증키",
]);
const NOT_SECRET_KEYS = new Set(["public", "primary", "foreign", "sort", "partition"]);
const COUNTED = new Set([
  "max",
  "min",
  "num",
  "number",
  "n",
  "total",
  "prompt",
  "completion",
  "input",
  "output",
  "stop",
]);

/** `*_key`, `*_token`, `*password*`, `*secret*` and their like, in any case style; not `public_key`, `max_tokens` or `key`. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name.replace(/_?\d+$/, ""));
  const joined = words.join("");
  if (ANYWHERE.test(joined)) return true;
  const last = words.at(-1) ?? "";
  const previous = words.at(-2);
  if (previous === undefined) return LAST_WORDS.has(last) || COMPOUND.test(joined);
  if (last === "key" || last === "keys") return !NOT_SECRET_KEYS.has(previous);
  if (last === "pass") return true;
  if (last === "tokens") return !COUNTED.has(previous);
  return LAST_WORDS.has(last) || COMPOUND.test(joined);
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
