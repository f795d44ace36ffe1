import type { Schema } from "./keywords.ts";

const LONGEST = 200;
const TELLS_DEFAULT = /default|left out|omit|기본|생략/i;
const TELLS_EXAMPLES = /example|e\.g\.|예[:시)]/i;

/**
 * What a model reads about a value: its description word for word, then, each on a line, its default and an example where the description does not
 * speak of them; strict mode has no keywords for these.
 */
export function about({ description = "", default: standard, examples }: Schema): string {
  const lines = [description];
  if (!TELLS_DEFAULT.test(description) && standard !== null) lines.push(sentence("Default", standard));
  if (!TELLS_EXAMPLES.test(description)) lines.push(sentence("Example", examples?.[0]));
  return lines.filter((line) => line !== "").join("\n");
}

function sentence(word: string, value: unknown): string {
  const text = JSON.stringify(value);
  return text === undefined || text.length > LONGEST ? "" : `${word}: ${text}.`;
}
