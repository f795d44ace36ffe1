import { isSecretName, MASK } from "./schema.ts";

/** A secret part of a longer text: where it stands and what it says. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** Secrets inside a text that is not one itself: passwords in addresses and connection strings, keys in queries. */
export function embeddedSecrets(text: string): string[] {
  return partsOf(text).flatMap(({ start, end }) => {
    const written = text.slice(start, end);
    return [written, percentDecoded(/^(["']).*\1$/.test(written) ? written.slice(1, -1) : written)];
  });
}

/** The text with each embedded secret masked. */
export function maskEmbedded(text: string): string {
  return replaceParts(text, () => MASK);
}

/** Whether a mask stands where an embedded secret should. */
export function hasEmbeddedMask(text: string): boolean {
  return text.includes(MASK) && partsOf(text).some(({ start, end }) => text.slice(start, end) === MASK);
}

/** A text that came back with masks in the places of embedded secrets, with those of the stored one put in again. */
export function unmaskEmbedded(submitted: string, stored: unknown): string {
  if (typeof stored !== "string" || !submitted.includes(MASK)) return submitted;
  const kept = partsOf(stored).map(({ start, end }) => stored.slice(start, end));
  return replaceParts(submitted, (written, index) => (written === MASK ? (kept[index] ?? written) : written));
}

function replaceParts(text: string, replace: (written: string, index: number) => string): string {
  let out = "";
  let at = 0;
  for (const [index, { start, end }] of partsOf(text).entries()) {
    out += text.slice(at, start) + replace(text.slice(start, end), index);
    at = end;
  }
  return out + text.slice(at);
}

const USER_INFO = /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/?#:@]*:)([^\s/?#]+)@/gi;
const ASSIGNMENT = /((?:^|[?&;\s])([\w.-]+) ?= ?)("[^"]*"|'[^']*'|[^&;\s#]+)/g;
const SCHEME = /^((?:basic|bearer|token) +)(\S+)$/i;
const ALSO_IN_QUERIES = /^(?:key|sig|signature|pass)$/i;

function partsOf(text: string): Part[] {
  const found: Part[] = [];
  const add = (index: number, before = "", secret = "") => {
    const start = index + before.length;
    found.push({ start, end: start + secret.length });
  };
  for (const { index, 1: before, 2: password } of text.matchAll(USER_INFO)) add(index, before, password);
  for (const { index, 1: before, 2: name = "", 3: value } of text.matchAll(ASSIGNMENT)) {
    if (isSecretName(name) || ALSO_IN_QUERIES.test(name)) add(index, before, value);
  }
  const scheme = SCHEME.exec(text);
  if (scheme) add(0, scheme[1], scheme[2]);
  return withoutOverlaps(found);
}

function withoutOverlaps(parts: Part[]): Part[] {
  let end = 0;
  return parts
    .toSorted((one, other) => one.start - other.start)
    .filter((part) => {
      const apart = part.start >= end;
      if (apart) end = part.end;
      return apart;
    });
}

/** The text without percent-encoding, or as it is where a stray sign says that there is none. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded.
    return text;
  }
}
