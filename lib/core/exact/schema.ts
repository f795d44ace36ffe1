/**
 * JSON with every digit of its whole numbers kept. On the server one beyond 2^53 is raw JSON, which `JSON.stringify` prints as it was
 * written; for a component it is a `bigint`, which a page may be given. All other numbers are numbers.
 */
type RawNumber = { readonly rawJSON: string };

/** Reads JSON as `JSON.parse` does, but for the whole numbers that would be rounded. Throws what that throws. */
export function parseExact(text: string): unknown {
  return MAY_BE_LARGE.test(text) ? JSON.parse(text, keepDigits as Reviver) : JSON.parse(text);
}

/** A value of `parseExact` for a component. */
export function toBigInts<Value>(value: Value): Value;
export function toBigInts(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isRawNumber(value)) return BigInt(value.rawJSON);
  if (Array.isArray(value)) return value.map(toBigInts);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toBigInts(member)]));
}

/** JSON text of a value that may hold a `bigint`; `indent` is a number of spaces. */
export function printExact(value: unknown, indent = 0): string {
  return JSON.stringify(value, (_, member) => (typeof member === "bigint" ? raw(String(member)) : member), indent);
}

/** A number of any size, to compare with others; null for what is none. */
export function numberIn(value: unknown): number | bigint | null {
  if (typeof value === "number" || typeof value === "bigint") return value;
  return isRawNumber(value) ? BigInt(value.rawJSON) : null;
}

export function isRawNumber(value: unknown): value is RawNumber {
  return typeof value === "object" && value !== null && (EXACT.isRawJSON?.(value) ?? false);
}

const MAY_BE_LARGE = /\d{16}/;

type Reviver = (name: string, value: unknown) => unknown;

function keepDigits(_name: string, value: unknown, { source = "" }: { source?: string } = {}): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
  return raw(source);
}

/** A browser without raw JSON has no digits to keep either. */
function raw(text: string): unknown {
  return EXACT.rawJSON?.(text) ?? Number(text);
}

/** Newer than the types that TypeScript has for it. */
const EXACT = JSON as unknown as {
  rawJSON?: (text: string) => RawNumber;
  isRawJSON?: (value: unknown) => boolean;
};
