import { textOf } from "./items.ts";
import type { Item } from "./model.ts";

/**
 * Puts what calls really gave in place of `{{result 1}}` (the first call of these items) and `{{result "search"}}` (the last
 * one of that tool), in a text or in all strings of a value.
 */
export function withResults<T>(value: T, items: readonly Item[]): T {
  return replaceIn(value, (text) =>
    text.replace(PLACE, (_, number?: string, name?: string) => {
      const calls = items.filter(({ type }) => type === "function_call");
      const call = number === undefined ? calls.findLast((each) => each.name === name) : calls[Number(number) - 1];
      return call ? outputOf(call, items) : `(no result of ${name ?? `call ${number}`})`;
    }),
  ) as T;
}

const PLACE = /\{\{\s*result\s+(?:(\d+)|"([^"]*)")\s*\}\}/g;
const LONGEST = 4000;

function replaceIn(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === "string") return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, replace));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceIn(item, replace)]));
}

function outputOf(call: Item, items: readonly Item[]): string {
  // Some servers use a call's id again; its output is the first one after it.
  const after = items.slice(items.indexOf(call));
  const output = after.find(({ type, call_id }) => type === "function_call_output" && call_id === call.call_id);
  const text = textOf(output?.output);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
