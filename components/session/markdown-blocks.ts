/**
 * Cuts Markdown into its top-level blocks, so that text which grows changes only the last of them. A text with
 * definitions, which can be used before they come, stays whole.
 */
export function splitBlocks(text: string): string[] {
  if (DEFINITION.test(text)) return [text];
  const blocks: string[] = [];
  let begin = 0;
  let fence = "";
  let blank = false;
  let list = false;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at) + 1 || text.length;
    const line = text.slice(at, end);
    if (fence !== "") {
      if (closes(line, fence)) fence = "";
      blank = false;
    } else if (line.trim() === "") {
      blank = true;
    } else {
      const goesOn = /^\s/.test(line) || (list && LIST_ITEM.test(line));
      if (blank && !goesOn) {
        blocks.push(text.slice(begin, at));
        begin = at;
      }
      if (begin === at) list = LIST_ITEM.test(line);
      fence = FENCE.exec(line)?.[1] ?? "";
      blank = false;
    }
    at = end;
  }
  return begin < text.length ? [...blocks, text.slice(begin)] : blocks;
}

const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;
const FENCE = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/;
/** A number at the very end may still become one. */
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)|^\d{1,9}$/;

function closes(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
}
