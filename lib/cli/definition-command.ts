import { parseArgs } from "node:util";
import { onlyArgument } from "./arguments.ts";
import { readFunction } from "./tool-source.ts";

/** `toolroom definition <tool>`: the function definition as it is sent, on stdout; what was changed, and why it is not strict, on stderr. */
export async function definition(argv: string[]): Promise<number> {
  const { positionals } = parseArgs({ args: argv, allowPositionals: true, options: {} });
  const { definition: sent, reason, notes } = await readFunction(onlyArgument(positionals, "a tool"));
  process.stdout.write(`${JSON.stringify(sent, null, 2)}\n`);
  if (reason !== null) process.stderr.write(`toolroom: not strict: ${reason.message}\n`);
  for (const { code, message } of notes) process.stderr.write(`toolroom: ${code}: ${message}\n`);
  return 0;
}
