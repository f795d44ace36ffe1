const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HTML_BLOCK = /^( {0,3})<(?=[!?/a-z])/i;

/** Markdown that cannot reach past its end: a code block that it leaves open is closed, and HTML is text. */
export function containMarkdown(text: string): string {
  let open: string | null = null;
  const lines = text.split("\n").map((line) => {
    const [, mark = "", rest = ""] = FENCE.exec(line) ?? [];
    if (open !== null) {
      if (mark.startsWith(open) && rest.trim() === "") open = null;
      return line;
    }
    // A row of backticks with more of them behind is code inside of a line.
    if (mark !== "" && !(mark.startsWith("`") && rest.includes("`"))) open = mark;
    return line.replace(HTML_BLOCK, "$1\\<");
  });
  return [...lines, ...(open === null ? [] : [open])].join("\n");
}
