/** A stretch of text that can be shown as it is, or of one character that cannot be seen and how often it comes. */
export type TextPiece = { shown: string } | { hidden: string; codePoint: string; times: number };

/**
 * Takes out what would hide in a text or turn it round: control characters but tab and line feed, bidirectional
 * overrides, zero-width ones and invisible tags. What is left is shown; the rest gets a name.
 */
export function readHidden(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > at) pieces.push({ shown: text.slice(at, match.index) });
    at = match.index + match[0].length;
    const character = match[1] ?? "";
    pieces.push({ ...nameOf(character), times: match[0].length / character.length });
  }
  if (at < text.length) pieces.push({ shown: text.slice(at) });
  return pieces;
}

/** The text with a visible sign for each character that cannot be seen, for places that hold plain text only. */
export function showHidden(text: string): string {
  return text.replaceAll(HIDDEN, (run, character: string) =>
    nameOf(character).hidden.repeat(run.length / character.length),
  );
}

/** Zero-width joiner and non-joiner stay: emoji and Persian are made with them. */
const CLASSES = [
  "\\u{0}-\\u{8}\\u{b}-\\u{1f}\\u{7f}-\\u{9f}",
  "\\u{61c}\\u{200b}\\u{200e}\\u{200f}\\u{2028}-\\u{202e}\\u{2060}-\\u{206f}",
  "\\u{feff}\\u{fff9}-\\u{fffb}\\u{e0000}-\\u{e01ef}",
].join("");
const HIDDEN = new RegExp(`([${CLASSES}])\\1*`, "gu");

/** As a programmer writes it: `\x1b`, or the code point of what has no short form. */
function nameOf(character: string): { hidden: string; codePoint: string } {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const codePoint = `U+${hex.toUpperCase().padStart(4, "0")}`;
  return { hidden: code < 0xa0 ? `\\x${hex.padStart(2, "0")}` : codePoint, codePoint };
}
