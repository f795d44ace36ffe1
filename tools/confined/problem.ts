/** Something the model can put right; the message is one sentence that says what to change. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/** Does a tool's work; a Problem becomes the text "Error: …" that the model reads, anything else stays a crash. */
export async function explained(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Problem) return `Error: ${thrown.message}`;
    throw thrown;
  }
}

/** At most `limit` names in quotes for a sentence, and how many were left out. */
export function named(names: readonly string[], limit = 20): string {
  const shown = names.slice(0, limit).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
}
