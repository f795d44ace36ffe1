import { readFile } from "node:fs/promises";
import { text as readStream } from "node:stream/consumers";
import { AppError } from "#lib/core/errors.ts";

/** The JSON text of an argument: itself, a file's after `@`, or standard input for `-`. Throws `invalid_input` when it is no JSON. */
export async function readJsonArgument(flag: string, value: string | undefined): Promise<string> {
  if (value === undefined) return "{}";
  const text =
    value === "-"
      ? await readStream(process.stdin)
      : value.startsWith("@")
        ? await readArgumentFile(flag, value.slice(1))
        : value;
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new AppError("invalid_input", `${flag} is not JSON: ${withoutQuote((error as Error).message)}.`);
  }
}

/** What is wrong without the text that is: that may be a secret. */
function withoutQuote(message: string): string {
  return message
    .replace(/, (?:\.\.\.)?".*" is not valid JSON$/s, "")
    .replace(/^Unexpected token '.*'$/s, "unexpected character");
}

function readArgumentFile(flag: string, file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new AppError("invalid_input", `${flag}: the file ${file} cannot be read (${error.code}).`);
  });
}

/** The one positional argument of a command. Throws `invalid_input` when there is none or more than one. */
export function onlyArgument(positionals: readonly string[], what: string): string {
  const [first, ...others] = positionals;
  if (first === undefined) throw new AppError("invalid_input", `Name ${what}.`);
  if (others.length > 0)
    throw new AppError("invalid_input", `${others[0]} is one argument too many; name ${what} and nothing else.`);
  return first;
}
