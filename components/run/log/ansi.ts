/** The eight colours that a log may use; any other is shown as the nearest of them, so that all stay readable. */
export type AnsiColour = "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white";

export type AnsiStyle = {
  readonly fg: AnsiColour | null;
  readonly bg: AnsiColour | null;
  readonly marks: readonly AnsiMark[];
};

export type AnsiMark = "bold" | "dim" | "italic" | "underline" | "inverse" | "strike";

export const plainStyle: AnsiStyle = { fg: null, bg: null, marks: [] };

/** The text as pieces of one style each, without its escape sequences, and the style in force after it. */
export function readAnsi(
  text: string,
  from: AnsiStyle,
): { spans: { text: string; style: AnsiStyle }[]; style: AnsiStyle } {
  const spans: { text: string; style: AnsiStyle }[] = [];
  let style = from;
  let at = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    if (match.index > at) spans.push({ text: text.slice(at, match.index), style });
    at = match.index + match[0].length;
    if (match[2] === "m") style = applySgr(style, match[1] ?? "");
  }
  if (at < text.length) spans.push({ text: text.slice(at), style });
  return { spans, style };
}

/** The text without escape sequences. */
export function stripAnsi(text: string): string {
  return text.includes(ESC) ? text.replaceAll(SEQUENCE, "") : text;
}

export const ESC = "\u001b";
const BEL = "\u0007";

/** CSI with its parameters and final letter; OSC; other strings; two- and three-letter sequences. */
const SEQUENCE = new RegExp(
  [
    `${ESC}(?:\\[([0-?]*)[ -/]*([@-~])`,
    `\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)`,
    `[PX^_][^${ESC}]*${ESC}\\\\`,
    "[ -/]+[0-~]",
    "[0-OQ-WYZ\\\\`-~])",
  ].join("|"),
  "g",
);

const COLOURS: readonly AnsiColour[] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

const MARKS: Record<number, AnsiMark> = { 1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse", 9: "strike" };
const ENDS: Record<number, readonly AnsiMark[]> = {
  21: ["bold"],
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  29: ["strike"],
};

function applySgr(from: AnsiStyle, parameters: string): AnsiStyle {
  const codes = parameters.split(";").flatMap(readParameter);
  let style = from;
  for (let code = codes.shift(); code !== undefined; code = codes.shift()) {
    if (code === 38) style = { ...style, fg: readColour(codes) };
    else if (code === 48) style = { ...style, bg: readColour(codes) };
    else style = applyCode(style, code);
  }
  return style;
}

function applyCode(style: AnsiStyle, code: number): AnsiStyle {
  const mark = MARKS[code];
  const end = ENDS[code];
  if (code === 0) return plainStyle;
  if (mark) return style.marks.includes(mark) ? style : { ...style, marks: [...style.marks, mark] };
  if (end) return { ...style, marks: style.marks.filter((known) => !end.includes(known)) };
  if (code === 39) return { ...style, fg: null };
  if (code === 49) return { ...style, bg: null };
  if (isBasic(code, 30) || isBasic(code, 90)) return { ...style, fg: COLOURS[code % 10] ?? null };
  if (isBasic(code, 40) || isBasic(code, 100)) return { ...style, bg: COLOURS[code % 10] ?? null };
  return style;
}

function isBasic(code: number, base: number): boolean {
  return code >= base && code < base + 8;
}

/** `38:2::r:g:b` has a colour space that `38;2;r;g;b` has not. */
function readParameter(parameter: string): number[] {
  const parts = parameter.split(":");
  if (parts.length === 6 && parts[1] === "2") parts.splice(2, 1);
  return parts.map((part) => Number(part) || 0);
}

/** Takes what follows a 38 or 48 off `codes`: a number of the 256, or red, green and blue. */
function readColour(codes: number[]): AnsiColour | null {
  const kind = codes.shift();
  if (kind === 2) {
    const [red = 0, green = 0, blue = 0] = codes.splice(0, 3);
    return nearest(red, green, blue);
  }
  if (kind !== 5) return null;
  const index = codes.shift() ?? 0;
  if (index < 16) return COLOURS[index % 8] ?? null;
  if (index >= 232) return index < 244 ? "black" : "white";
  const cube = index - 16;
  return nearest(Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51);
}

/** By hue: each channel above the middle of the range that the colour spans counts as lit. */
function nearest(red: number, green: number, blue: number): AnsiColour {
  const highest = Math.max(red, green, blue);
  const lowest = Math.min(red, green, blue);
  if (highest - lowest < 40) return highest < 128 ? "black" : "white";
  const middle = (highest + lowest) / 2;
  return COLOURS[Number(red > middle) + 2 * Number(green > middle) + 4 * Number(blue > middle)] ?? "white";
}
