import { RE2JS } from "re2js";
import { isRawNumber, numberIn, parseExact } from "#lib/core/exact/schema.ts";
import { isObject } from "#lib/secrets/schema.ts";
import type { Condition } from "./schema.ts";

/**
 * Whether a condition holds of a JSON value, as `parseExact` or `JSON.parse` read it; never throws. Values of different types are
 * different and in no order; texts are ordered by their code units, and no number is too large to be compared exactly.
 */
export function holds({ at, is, value: given }: Condition, value: unknown): boolean {
  const found = valueAt(value, at);
  if (is === "exists") return found !== MISSING;
  if (is === "missing") return found === MISSING;
  switch (is) {
    case "==":
      return found !== MISSING && isSame(found, given);
    case "!=":
      return found === MISSING || !isSame(found, given);
    case "contains":
      return found !== MISSING && contains(found, given);
    case "not contains":
      return found === MISSING || !contains(found, given);
    case "matches":
      return typeof found === "string" && (patternOf(given)?.matcher(found).find() ?? false);
    default:
      return found !== MISSING && isOrdered(is, orderOf(found, given));
  }
}

/** Whether one of the conditions holds of the JSON text; of a text that is no JSON, or a pattern that cannot be read, they do. */
export function anyHolds(conditions: readonly Condition[], text: string): boolean {
  if (conditions.some((condition) => problemOf(condition) !== null)) return true;
  try {
    const value = parseExact(text);
    return conditions.some((condition) => holds(condition, value));
  } catch {
    return true;
  }
}

/** What is wrong with a condition, for whoever wrote it; null when it can be evaluated. */
export function problemOf({ is, value }: Condition): string | null {
  if (is === "exists" || is === "missing") return value === undefined ? null : `"${is}" takes no value`;
  if (value === undefined) return `"${is}" needs a value`;
  if (is !== "matches") return null;
  if (typeof value !== "string") return '"matches" needs a pattern, which is a text';
  return patternOf(value) ? null : `the pattern ${JSON.stringify(value.slice(0, 200))} is no RE2 pattern`;
}

const MISSING = Symbol("missing");

function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const isThere = Array.isArray(here)
      ? /^(0|[1-9]\d*)$/.test(name) && Number(name) < here.length
      : isObject(here) && !isRawNumber(here) && Object.hasOwn(here, name);
    if (!isThere) return MISSING;
    here = (here as Record<string, unknown>)[name];
  }
  return here;
}

function isSame(left: unknown, right: unknown): boolean {
  const [a, b] = [numberIn(left), numberIn(right)];
  // Loosely, so that a bigint equals the number of its size.
  // biome-ignore lint/suspicious/noDoubleEquals: 1n === 1 is false
  if (a !== null || b !== null) return a !== null && b !== null && a == b;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((each, at) => isSame(each, right[at]));
  }
  if (!isObject(left) || !isObject(right)) return left === right;
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]));
}

/** A part of a text, an element of a list, or a name in an object. */
function contains(whole: unknown, part: unknown): boolean {
  if (typeof whole === "string") return typeof part === "string" && whole.includes(part);
  if (Array.isArray(whole)) return whole.some((each) => isSame(each, part));
  return isObject(whole) && !isRawNumber(whole) && typeof part === "string" && Object.hasOwn(whole, part);
}

/** Below, at or above 0; null of what has no order. */
function orderOf(left: unknown, right: unknown): number | null {
  const isText = typeof left === "string" && typeof right === "string";
  const [a, b] = isText ? [left, right] : [numberIn(left), numberIn(right)];
  if (a === null || b === null) return null;
  return a < b ? -1 : a > b ? 1 : 0;
}

function isOrdered(is: "<" | "<=" | ">" | ">=", order: number | null): boolean {
  if (order === null) return false;
  if (order === 0) return is === "<=" || is === ">=";
  return is.startsWith(order < 0 ? "<" : ">");
}

/** A pattern takes time that grows only with the text; null when it cannot be read. */
function patternOf(pattern: unknown): RE2JS | null {
  try {
    return typeof pattern === "string" ? RE2JS.compile(pattern) : null;
  } catch {
    return null;
  }
}
