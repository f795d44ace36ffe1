import { stripVTControlCharacters } from "node:util";

/** What a tool printed, cut into its log and its result; `log` ends where the key begins. */
export type Split = { log: string; result: string; warning: string | null };

/**
 * Cuts stdout at the key: the first line that begins with it and goes on with white space or ends; else its first occurrence.
 * Exactly one space after the key and trailing white space are removed. Without a key all of stdout is the result.
 * `after` is what was printed after `run_tool` returned: when the key is in it, nothing before can pass for the result.
 */
export function splitOutput(before: string, after: string, key: string | null): Split {
  if (key === null || key === "") return { log: "", result: (before + after).trimEnd(), warning: null };
  const late = findKey(after, key);
  if (late !== null)
    return { log: before + after.slice(0, late), result: resultAt(after, late + key.length), warning: null };
  const all = before + after;
  const found = findKey(all, key);
  if (found !== null) return { log: all.slice(0, found), result: resultAt(all, found + key.length), warning: null };
  const warning = `The tool never printed its OUTPUT_KEY "${key}", so all of its standard output was taken for the result.`;
  return { log: "", result: all.trimEnd(), warning };
}

function findKey(text: string, key: string): number | null {
  for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + 1)) {
    const startsLine = at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r";
    const next = text[at + key.length];
    if (startsLine && (next === undefined || /\s/.test(next))) return at;
  }
  const anywhere = text.indexOf(key);
  return anywhere === -1 ? null : anywhere;
}

function resultAt(text: string, start: number): string {
  return text.slice(text[start] === " " ? start + 1 : start).trimEnd();
}

/** A number that JSON does not have, with its path, in a text that would be JSON but for it; null for any other text. */
export function findNonFinite(text: string): { value: string; path: string } | null {
  if (!/\b(NaN|Infinity)\b/.test(text) || isJson(text)) return null;
  const mark = "\u0000toolroom ";
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g, (token) =>
    token.startsWith('"') ? token : JSON.stringify(mark + token),
  );
  try {
    const place = findMark(JSON.parse(quoted), mark, "");
    return place;
  } catch {
    // No JSON at all, and so nothing that pretends to be.
    return null;
  }
}

function findMark(value: unknown, mark: string, path: string): { value: string; path: string } | null {
  if (typeof value === "string") return value.startsWith(mark) ? { value: value.slice(mark.length), path } : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
    const found = findMark(item, mark, below);
    if (found) return found;
  }
  return null;
}

/** Whether the text shows a number that a language printed and JSON does not have. */
export function showsNonFinite(text: string): boolean {
  return /(^|[^\w"'])-?(nan|inf|NaN|Infinity)($|[^\w"'])/.test(text);
}

/** The names that a JSON result gives in `artifacts_created`; empty for any other result. */
export function namedArtifacts(result: string): string[] {
  if (!result.includes('"artifacts_created"')) return [];
  try {
    const { artifacts_created: names } = JSON.parse(result) as { artifacts_created?: unknown };
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    // A result that is no JSON names no artifacts.
    return [];
  }
}

/** What the model gets of a result: the whole without colours, or the head of a long one with its size and where the rest is. */
export function modelResult(result: string, { limit, file }: { limit: number; file: string | null }): string {
  const text = stripVTControlCharacters(result);
  if (text.length <= limit) return text;
  const head = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "");
  const rest = file ? `The whole is in the file ${file}.` : "The rest could not be kept.";
  return `${head}\n\n[The result has ${text.length} characters; these are the first ${head.length}. ${rest}]`;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
