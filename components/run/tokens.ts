import { useEffect, useState } from "react";

/** A number of tokens; "about" where a stretch without any break had to be counted in parts. */
export type TokenCount = { tokens: number; precision: "exact" | "about" };

/**
 * Counts the tokens of a text as current OpenAI models do (o200k). The vocabulary is loaded at the first call, and the
 * work is done in slices between which the page stays alive. Null when the signal aborts.
 */
export async function countTokens(text: string, signal: AbortSignal): Promise<TokenCount | null> {
  const { countTokens: count } = await import("gpt-tokenizer/encoding/o200k_base");
  const options = { disallowedSpecial: new Set<string>() };
  let tokens = 0;
  let precision: TokenCount["precision"] = "exact";
  let sliceEnds = performance.now() + SLICE_MS;
  for (const { part, end } of cutText(text)) {
    if (signal.aborted) return null;
    tokens += count(part, options);
    if (end === "anywhere") precision = "about";
    if (performance.now() < sliceEnds) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceEnds = performance.now() + SLICE_MS;
  }
  return { tokens, precision };
}

/** The number of tokens of a text once it is counted; nothing is counted while the text is null. */
export function useTokenCount(text: string | null): TokenCount | null {
  const [counted, setCounted] = useState<{ text: string; count: TokenCount } | null>(null);
  useEffect(() => {
    if (text === null) return;
    const leaving = new AbortController();
    const whenIdle = setTimeout(async () => {
      const count = await countTokens(text, leaving.signal).catch(() => null);
      if (count && !leaving.signal.aborted) setCounted({ text, count });
    }, IDLE_MS);
    return () => {
      clearTimeout(whenIdle);
      leaving.abort();
    };
  }, [text]);
  return counted?.text === text ? counted.count : null;
}

const SLICE_MS = 8;
const IDLE_MS = 50;
/** Merging takes quadratic time in an unbroken stretch, so no part may be long. */
const PART = 2_000;

/** Cuts a text where no token crosses: between a letter and the space before the next word. */
function* cutText(text: string): Generator<{ part: string; end: "word" | "anywhere" }> {
  let at = 0;
  while (text.length - at > PART) {
    const word = lastWord(text, { from: at, to: at + PART });
    const cut = word ?? at + PART - (/[\uD800-\uDBFF]/.test(text.charAt(at + PART - 1)) ? 1 : 0);
    yield { part: text.slice(at, cut), end: word === null ? "anywhere" : "word" };
    at = cut;
  }
  yield { part: text.slice(at), end: "word" };
}

/** Where the last space between two letters is. */
function lastWord(text: string, { from, to }: { from: number; to: number }): number | null {
  for (let at = text.lastIndexOf(" ", to - 2); at > from; at = text.lastIndexOf(" ", at - 1)) {
    if (/^\p{L} \p{L}$/u.test(text.slice(at - 1, at + 2))) return at;
  }
  return null;
}
