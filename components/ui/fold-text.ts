/** One form for text that reads the same: composed Hangul, half-width Latin, lower case. */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The words of a search, folded. */
export function searchWords(query: string): string[] {
  return foldText(query).split(/\s+/).filter(Boolean);
}
