import { foldText, searchWords } from "#components/ui/fold-text.ts";

/** How well an entry answers a search, from 0 (not at all) to 1: every word must be there, best at the start of the name. */
export function paletteScore(name: string, search: string, keywords: readonly string[] = []): number {
  const [title, rest] = [foldText(name), foldText(keywords.join(" "))];
  const scores = searchWords(search).map((word) => {
    if (title.startsWith(word)) return 1;
    if (title.includes(word)) return 0.8;
    return rest.includes(word) ? 0.4 : 0;
  });
  return scores.length === 0 ? 1 : Math.min(...scores);
}
