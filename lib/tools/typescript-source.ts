/** The text of the block comment that a TypeScript file begins with: the tool's description. Empty when there is none. */
export function leadingComment(source: string): string {
  const comment = /^\uFEFF?(?:#![^\n]*\n)?(?:\s|\/\/[^\n]*\n)*\/\*+([\s\S]*?)\*\//.exec(source)?.[1];
  if (comment === undefined) return "";
  const lines = comment.split(/\r?\n/).map((line) => line.replace(/^\s*\*? ?/, "").trimEnd());
  return lines.join("\n").trim();
}

/** The value of the constant OUTPUT_KEY as written in a TypeScript file; null when there is none. */
export function outputKeyIn(source: string): string | null {
  return (
    /^\s*(?:export\s+)?(?:const|let|var)\s+OUTPUT_KEY(?:\s*:\s*string)?\s*=\s*(["'`])((?:(?!\1)[^\\\n])*)\1/m.exec(
      source,
    )?.[2] ?? null
  );
}
