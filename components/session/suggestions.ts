import { foldText } from "#components/ui/fold-text.ts";

/** What a menu over the composer offers. */
export type Suggestion = { kind: "tool" | "file" | "command"; value: string; hint: string };

/** The piece of the text that is being completed, and what it may become. */
export type Completion = { begin: number; end: number; options: readonly Suggestion[] };

const MOST = 8;

/** Finds at the caret an `@` that names a tool or a file, or a `/` at the beginning that gives a command; null without one. */
export function completeAt(
  { text, caret }: { text: string; caret: number },
  known: { names: readonly Suggestion[]; commands: readonly Suggestion[] },
): Completion | null {
  const before = text.slice(0, caret);
  const command = /^\/(\S*)$/.exec(before);
  if (command) return narrowed(known.commands, { query: command[1] ?? "", begin: 0, end: caret });
  const name = /(?:^|\s)@([^\s@]*)$/.exec(before);
  if (!name) return null;
  const query = name[1] ?? "";
  return narrowed(known.names, { query, begin: caret - query.length - 1, end: caret });
}

/** The text with the name in place of what was typed of it, and where the caret is then. */
export function insertName(text: string, { begin, end }: Completion, name: string): { text: string; caret: number } {
  const inserted = `\`${name}\` `;
  return { text: text.slice(0, begin) + inserted + text.slice(end).trimStart(), caret: begin + inserted.length };
}

function narrowed(
  all: readonly Suggestion[],
  { query, ...place }: { query: string; begin: number; end: number },
): Completion | null {
  const folded = foldText(query);
  const options = all.filter(({ value }) => foldText(value).includes(folded));
  // What is typed is more likely the beginning of a name than a part of it.
  options.sort((one, other) => rank(one, folded) - rank(other, folded));
  return options.length === 0 ? null : { ...place, options: options.slice(0, MOST) };
}

function rank({ value }: Suggestion, query: string): number {
  return foldText(value).startsWith(query) ? 0 : 1;
}
