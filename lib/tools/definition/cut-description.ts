const LONGEST = 1024;
const ENDS = [/^[\s\S]*[.!?。](?=\s)/, /^[\s\S]*(?=\s)/];

/** A tool's description, cut where it is longer than model servers take: after a sentence if one ends late enough, else a word. */
export function cutDescription(description: string): string {
  if (description.length <= LONGEST) return description;
  const head = description.slice(0, LONGEST - 1).replace(/[\uD800-\uDBFF]$/, "");
  const [end = head] = ENDS.flatMap((pattern) => pattern.exec(head)?.[0] ?? []).filter(
    (text) => text.length > LONGEST / 2,
  );
  return `${end.trimEnd()}…`;
}
