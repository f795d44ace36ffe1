import { parse } from "lossless-json";
import { isRecord } from "#lib/secrets/json.ts";

type Read = { value: Record<string, unknown> } | { refusal: string };

const DEEPEST = 200;
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/gs;
const NAME_OR_BRACKET = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/gs;
const BREAKS_OFF = /end of JSON|Unterminated string/;
/** A parser quotes the text, which may have several lines. */
const QUOTE = /, (?:\.\.\.)?".*" is not valid JSON$/s;
const NO_JSON_WORD = /-?\b(?:NaN|Infinity|None|True|False|undefined)\b/;

/**
 * Reads the raw text of a function call's arguments, every digit kept (numbers are `LosslessNumber`). No text at all is no
 * arguments, and an object that was encoded twice is decoded twice; anything else that is no object is refused in a sentence.
 */
export function readArguments(given: string): Read {
  const text = given.replace(/^\uFEFF/, "");
  if (text.trim() === "") return { value: {} };
  const outer = readJson(text);
  if ("refusal" in outer) return outer;
  const inner = typeof outer.value === "string" ? readJson(outer.value) : outer;
  return asObject("value" in inner && isRecord(inner.value) ? inner.value : outer.value);
}

function readJson(text: string): { value: unknown } | { refusal: string } {
  try {
    JSON.parse(text);
  } catch (error) {
    return { refusal: syntaxRefusal(text, (error as Error).message) };
  }
  const { levels, repeated } = structureOf(text);
  if (levels > DEEPEST) return { refusal: `The arguments are nested more than ${DEEPEST} levels deep.` };
  if (repeated !== null) return { refusal: `The arguments have \`${repeated}\` twice in one object; give it once.` };
  return { value: parse(text) };
}

function asObject(value: unknown): Read {
  if (isRecord(value)) return { value };
  return { refusal: `The arguments must be one JSON object, not ${kindOf(value)}.` };
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return `the value ${value}`;
  return Array.isArray(value) ? "an array" : "a number";
}

function syntaxRefusal(text: string, reason: string): string {
  const length = text.trimEnd().length;
  const position = Number(/at position (\d+)/.exec(reason)?.[1] ?? -1);
  if (BREAKS_OFF.test(reason) || position >= length) {
    return `The arguments are incomplete JSON: they break off after ${length} characters; send the whole object again.`;
  }
  const [beginning] = /^[^\s"[{][^\n]{0,9}/.exec(text.trim()) ?? [];
  const [word] = NO_JSON_WORD.exec(text.replaceAll(TEXT, '""')) ?? [];
  if (word === undefined && beginning !== undefined) {
    return `The arguments must be a JSON object and nothing around it, but begin with "${beginning}".`;
  }
  return `The arguments are invalid JSON: ${word === undefined ? reason.replace(QUOTE, "") : `${word} is not a JSON value`}.`;
}

/** How deep a JSON text is nested, and a name that one of its objects has twice: a parser would silently take the last. */
function structureOf(text: string): { levels: number; repeated: string | null } {
  const open: (Set<string> | null)[] = [];
  let levels = 0;
  for (const [token, quoted, colon] of text.matchAll(NAME_OR_BRACKET)) {
    if (token === "{" || token === "[") levels = Math.max(levels, open.push(token === "{" ? new Set() : null));
    else if (token === "}" || token === "]") open.pop();
    const names = open.at(-1);
    if (quoted === undefined || colon === undefined || !names) continue;
    const name = JSON.parse(quoted) as string;
    if (names.has(name)) return { levels, repeated: name };
    names.add(name);
  }
  return { levels, repeated: null };
}
