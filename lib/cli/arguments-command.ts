import { text as readStream } from "node:stream/consumers";
import { AppError } from "#lib/core/errors.ts";
import { readFunction } from "./tool-source.ts";

/** `toolroom arguments <tool> <text>`: what the tool would get, on stdout; or the sentence for the model on stderr, and code 1. */
export async function argumentsOf(argv: string[]): Promise<number> {
  // No flags: what a model wrote may begin with a dash.
  const [source, text, ...others] = argv;
  if (source === undefined || text === undefined || others.length > 0) {
    throw new AppError("invalid_input", "Name a tool, and give the raw text of the arguments as one more argument.");
  }
  const tool = await readFunction(source);
  const decoded = tool.decode(text === "-" ? await readStream(process.stdin) : text);
  if (decoded.ok) process.stdout.write(`${decoded.text}\n`);
  else process.stderr.write(`${decoded.message}\n`);
  return decoded.ok ? 0 : 1;
}
