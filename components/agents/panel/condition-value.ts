import { parseExact, printExact, toBigInts } from "#lib/core/exact/schema.ts";

/** A condition as its row shows it, right or wrong. */
export type ConditionRow = { at?: unknown; is?: unknown; value?: unknown } & Record<string, unknown>;

/** The text that stands for a value: a text as it is, unless it would be read as something else; all else as JSON. */
export function printValue(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value !== "string") return printExact(value);
  return readValue(value) === value ? value : JSON.stringify(value);
}

/** The value that a text stands for: JSON where it is some, otherwise the text itself. */
export function readValue(text: string): unknown {
  try {
    return toBigInts(parseExact(text));
  } catch {
    // No JSON, so the words themselves are meant.
    return text;
  }
}

/** The condition with another comparison, which has a value only where it compares with one. */
export function withComparison(row: ConditionRow, is: string): ConditionRow {
  const { value, ...rest } = row;
  if (is === "exists" || is === "missing") return { ...rest, is };
  if (is === "matches") return { ...rest, is, value: typeof value === "string" ? value : printValue(value) };
  return { ...rest, is, value: value ?? "" };
}
