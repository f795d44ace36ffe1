/** A line that is no longer than this holds a whole list or object. */
const SHORT = 40;
/** Longer text is not looked at: laying it out would only make it longer. */
const LONGEST = 200_000;
const DEEPEST = 100;

/**
 * JSON on one line, broken and indented for reading: only space between the tokens is added or dropped, each token
 * stays letter by letter what it was. Null for text that is no JSON list or object, that has line breaks of its own, or
 * that needs none.
 */
export function layOutJson(text: string): string | null {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text) || /\n\s*\S/.test(text) || !isJson(text)) return null;
  const tokens = text.match(TOKEN) ?? [];
  if (depthOf(tokens) > DEEPEST) return null;
  const laidOut = print(read(tokens, { at: 0 }), "");
  return laidOut.includes("\n") ? laidOut : null;
}

function depthOf(tokens: readonly string[]): number {
  let depth = 0;
  let deepest = 0;
  for (const token of tokens) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth--;
  }
  return deepest;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g;

type Part = { key: string | null; value: string | Group };
type Group = { open: "[" | "{"; parts: Part[]; line: string };

function read(tokens: readonly string[], cursor: { at: number }): string | Group {
  const open = tokens[cursor.at++] ?? "";
  if (open !== "[" && open !== "{") return open;
  const parts: Part[] = [];
  while (tokens[cursor.at] !== "]" && tokens[cursor.at] !== "}") {
    if (tokens[cursor.at] === ",") cursor.at++;
    const key = tokens[cursor.at + 1] === ":" ? (tokens[cursor.at] ?? null) : null;
    if (key !== null) cursor.at += 2;
    parts.push({ key, value: read(tokens, cursor) });
  }
  cursor.at++;
  return { open, parts, line: lineOf(open, parts) };
}

/** The group on one line; cut short where it is too long for one. */
function lineOf(open: Group["open"], parts: readonly Part[]): string {
  let line = "";
  for (const { key, value } of parts) {
    line += `${line === "" ? "" : ", "}${named(key, typeof value === "string" ? value : value.line)}`;
    if (line.length > SHORT) break;
  }
  return `${open}${line}${CLOSE[open]}`;
}

function print(value: string | Group, indent: string): string {
  if (typeof value === "string") return value;
  if (value.line.length <= SHORT) return value.line;
  const inner = `${indent}  `;
  const lines = value.parts.map(({ key, value: part }) => inner + named(key, print(part, inner)));
  return `${value.open}\n${lines.join(",\n")}\n${indent}${CLOSE[value.open]}`;
}

function named(key: string | null, value: string): string {
  return key === null ? value : `${key}: ${value}`;
}

const CLOSE = { "[": "]", "{": "}" } as const;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
