import { isKeptNumber } from "./parse.ts";

export type JsonType = "object" | "list" | "text" | "number" | "boolean" | "null";

/** What a parsed value is, in words. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "number" || isKeptNumber(value) ? "number" : "object";
}

/** Items of a list, keys of an object or characters of a text; null for what has no length. */
export function lengthOf(value: unknown): number | null {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return typeOf(value) === "object" ? Object.keys(value as object).length : null;
}

/** The keys that occur in the objects of a list, in order of appearance, at most 100. */
export function keysOfItems(value: unknown): string[] {
  const keys = new Set<string>();
  for (const item of Array.isArray(value) ? value : []) {
    if (typeOf(item) !== "object") continue;
    for (const key of Object.keys(item)) if (keys.size < MAX_KEYS) keys.add(key);
  }
  return [...keys];
}

/** A readable excerpt of a value; where something was left out stands a text that says how much. */
export function view(
  value: unknown,
  { depth, first, items }: { depth: number; first: number; items: number },
): unknown {
  const type = typeOf(value);
  if (type === "text") return shorten(value as string);
  if (type !== "list" && type !== "object") return value;
  const length = lengthOf(value) ?? 0;
  if (depth === 0) return type === "list" ? `[… ${length} items]` : `{… ${length} keys}`;
  const below = (child: unknown) => view(child, { depth: depth - 1, first: 0, items });
  if (type === "list") {
    const shown = (value as unknown[]).slice(first, first + items).map(below);
    const rest = length - first - shown.length;
    return rest > 0 ? [...shown, `… ${rest} more items`] : shown;
  }
  const entries = Object.entries(value as object);
  const shown = entries.slice(0, MAX_KEYS).map(([key, child]) => [key, below(child)]);
  return Object.fromEntries(length > MAX_KEYS ? [...shown, ["…", `${length - MAX_KEYS} more keys`]] : shown);
}

const MAX_KEYS = 100;
const MAX_CHARACTERS = 500;

function shorten(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS).toWellFormed()}… (${text.length} characters)`;
}
