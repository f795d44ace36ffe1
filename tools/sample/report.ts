/** What the report says of a call. */
export type Greeting = {
  name: string;
  message: string;
  loud: boolean;
  nickname?: string | undefined;
  tags: string[];
  scores: Record<string, number>;
};

/** A greeting with the message, the tags and the scores as Markdown. */
export function toMarkdown(word: string, { name, message, loud, nickname, tags, scores }: Greeting): string {
  const greeting = `${word}, ${name}${nickname ? ` (${nickname})` : ""}!`;
  const lines = [`# ${loud ? greeting.toUpperCase() : greeting}`, "", message, ""];
  if (tags.length > 0) lines.push(`Tags: ${tags.join(", ")}`, "");
  if (Object.keys(scores).length > 0) lines.push("| name | score |", "| --- | ---: |", ...rowsOf(scores), "");
  return lines.join("\n");
}

/** The scores as CSV with the columns name and score. */
export function toCsv(scores: Record<string, number>): string {
  const rows = Object.entries(scores).map(([name, score]) => `${field(name)},${score}\n`);
  return `name,score\n${rows.join("")}`;
}

function rowsOf(scores: Record<string, number>): string[] {
  return Object.entries(scores).map(
    ([name, score]) => `| ${name.replaceAll("|", "\\|").replaceAll("\n", " ")} | ${score} |`,
  );
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
