/** The delimiter under which most of the first rows have the same number of fields, more than one; "," when none does. */
export function sniffDelimiter(head: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = evenness(fieldCounts(head, delimiter));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

const DELIMITERS = [",", "\t", ";", "|"] as const;
type Delimiter = (typeof DELIMITERS)[number];

const ROWS = 100;

function evenness(counts: readonly number[]): number {
  const seen = new Map<number, number>();
  for (const fields of counts) seen.set(fields, (seen.get(fields) ?? 0) + 1);
  const scores = [...seen].map(([fields, rows]) => (fields > 1 ? rows / counts.length + fields / 1000 : 0));
  return Math.max(0, ...scores);
}

function fieldCounts(head: string, delimiter: Delimiter): number[] {
  const counts: number[] = [];
  let fields = 1;
  let filled = false;
  let quoted = false;
  for (const character of head) {
    if (character === '"') quoted = !quoted;
    if (!quoted && character === "\n") {
      if (filled) counts.push(fields);
      if (counts.length === ROWS) return counts;
      fields = 1;
      filled = false;
    } else {
      if (!quoted && character === delimiter) fields++;
      if (character !== "\r") filled = true;
    }
  }
  // The last row may be cut off; it counts only when it is the only one.
  return counts.length > 0 ? counts : [fields];
}
