const COLOUR = String.raw`\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]{0,512}(?:\x07|\x1b\\)`;
const BEGUN_COLOUR = String.raw`\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]{0,512}\x1b?)?`;
/** What stands at both ends of a wrapped line: indentation, the quotes of a literal, the frame of a panel. */
const FILLING = String.raw`[ \t\r"'│┃|]`;

const STARTS = new Set("\u001b\n \t\r\"'│┃|");
const COLOURS = new RegExp(`(?:${COLOUR})+`, "y");
const WRAP = new RegExp(`(?:${FILLING}|${COLOUR}){0,512}\\n(?:\\n|${FILLING}|${COLOUR}){0,512}`, "y");
const UNDECIDED_COLOURS = new RegExp(`(?:${COLOUR})*(?:${BEGUN_COLOUR})?$`, "y");
const UNDECIDED_WRAP = new RegExp(`(?:\\n|${FILLING}|${COLOUR}){0,512}(?:${BEGUN_COLOUR})?$`, "y");

/**
 * Where a text goes on after what programs put into the middle of a value when they show it: colours, and with `wraps` also a line
 * break with what stands around it. The place itself where there is nothing of it; null when only more text can tell.
 */
export function afterInterruption(text: string, at: number, { wraps }: { wraps: "yes" | "no" }): number | null {
  if (!STARTS.has(text.charAt(at))) return at;
  if (endOf(wraps === "yes" ? UNDECIDED_WRAP : UNDECIDED_COLOURS, text, at) !== null) return null;
  return (wraps === "yes" ? endOf(WRAP, text, at) : null) ?? endOf(COLOURS, text, at) ?? at;
}

/** Whether a colour may stand before the second or the third unit of what begins here. */
export function isColouredWithin(text: string, at: number): boolean {
  return text[at + 1] === "\x1b" || text[at + 2] === "\x1b";
}

function endOf(expression: RegExp, text: string, at: number): number | null {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : null;
}
