import { LosslessNumber } from "lossless-json";
import { AppError } from "#lib/core/errors.ts";
import { isObject } from "./schema.ts";

const DEEPEST = 200;

/** Reads parameters so that no digit is lost: numbers become `LosslessNumber`. Throws `invalid_input`, which quotes nothing. */
export function readParameters(text: string): Record<string, unknown> {
  const value = tryRead(text);
  if (isRecord(value)) return value;
  throw new AppError("invalid_input", `The parameters are not a JSON object of at most ${DEEPEST} levels; send one.`);
}

/** The value of a JSON text, or undefined when it is none or too deep to walk. */
export function tryRead(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, keepDigits as Reviver);
    return isDeeperThan(DEEPEST, value) ? undefined : value;
  } catch {
    // Not JSON, or deeper than the stack: the caller says what then.
    return undefined;
  }
}

type Reviver = (name: string, value: unknown) => unknown;

/** The engine's own parser, told to keep numbers as they are written, is ten times faster than one that is not its own. */
function keepDigits(_name: string, value: unknown, { source }: { source?: string }): unknown {
  return typeof value === "number" ? new LosslessNumber(source ?? String(value)) : value;
}

/** JSON text of what `readParameters` gave. */
export function writeJson(value: unknown): string {
  if (value instanceof LosslessNumber) return value.toString();
  if (Array.isArray(value)) return `[${value.map(writeJson).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}:${writeJson(item)}`)
    .join(",")}}`;
}

/** An object of `readParameters`, as opposed to a list, a number or another scalar. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !(value instanceof LosslessNumber);
}

/** Where a JSON string that opens here closes; the end of the text if it never does. */
export function closingQuote(text: string, open: number): number {
  let close = open;
  do {
    close = text.indexOf('"', close + 1);
    if (close === -1) return text.length;
  } while (isEscaped(text, close));
  return close;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charAt(at - 1 - backslashes) === "\\") backslashes++;
  return backslashes % 2 === 1;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}
