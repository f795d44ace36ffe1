import type { Schema } from "./resolve.ts";

/** How a text stands for the bytes of a file. `text` is the bytes as UTF-8, as Pydantic reads `bytes`. */
export type Encoding = "base64" | "base64url" | "data-url" | "text";

/** The encoding that a schema of a text asks for; null when the text is only text. */
export function encodingOf({ contentEncoding, format }: Schema): Encoding | null {
  const byEncoding = typeof contentEncoding === "string" ? ENCODINGS.get(contentEncoding.toLowerCase()) : undefined;
  return byEncoding ?? (typeof format === "string" ? FORMATS.get(format) : undefined) ?? null;
}

/**
 * Whether Base64 in this field ends without `=`: zod's pattern refuses it there, while Python's own decoder asks for it. The pattern is
 * tried on a text that is right with `=`.
 */
export function endsWithoutPadding({ pattern }: Schema): boolean {
  if (typeof pattern !== "string") return false;
  try {
    return !new RegExp(pattern, "u").test("QQ==");
  } catch {
    // Another language's dialect: nothing can be told from it.
    return false;
  }
}

/** How many bytes an encoded text stands for; null when it does not look like that encoding. */
export function bytesIn(text: string, encoding: Encoding): number | null {
  if (encoding === "text") return new Blob([text]).size;
  if (encoding !== "data-url") return bytesInBase64(text);
  const header = /^data:[^,]{0,200},/.exec(text)?.[0];
  if (header === undefined) return null;
  const body = text.slice(header.length);
  return /;base64,$/i.test(header) ? bytesInBase64(body) : body.replace(/%[0-9a-f]{2}/gi, "x").length;
}

/** Whether a text is Base64 in one of the two alphabets; white space is not looked at, since decoders do not either. */
export function isBase64(text: string, alphabet: "base64" | "base64url"): boolean {
  const other = alphabet === "base64" ? /[-_]/ : /[+/]/;
  return !other.test(text) && bytesInBase64(text) !== null;
}

const ENCODINGS = new Map<string, Encoding>([
  ["base64", "base64"],
  ["base64url", "base64url"],
]);

/** `byte` is OpenAPI's word for Base64; `binary` is what Pydantic says of `bytes`, which it takes as text. */
const FORMATS = new Map<string, Encoding>([
  ["base64", "base64"],
  ["byte", "base64"],
  ["base64url", "base64url"],
  ["data-url", "data-url"],
  ["data-uri", "data-url"],
  ["binary", "text"],
]);

function bytesInBase64(text: string): number | null {
  // No repetition in these patterns: on many megabytes it would run out of stack.
  const digits = /\s/.test(text) ? text.replace(/\s/g, "") : text;
  const padding = digits.endsWith("==") ? 2 : digits.endsWith("=") ? 1 : 0;
  const count = digits.length - padding;
  const isWhole = padding === 0 || digits.length % 4 === 0;
  const first = digits.search(/[^A-Za-z0-9+/_-]/);
  if ((first >= 0 && first < count) || count % 4 === 1 || !isWhole) return null;
  return Math.floor((count * 3) / 4);
}
