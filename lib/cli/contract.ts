import { parseArgs } from "node:util";
import { readContract } from "#lib/tools/contract.ts";
import { onlyArgument } from "./arguments.ts";
import { resolveToolName } from "./tool-name.ts";

/** `toolroom contract <tool>`: prints what the tool promises as JSON; code 1 when that could only be guessed. */
export async function contract(argv: string[]): Promise<number> {
  const { positionals } = parseArgs({ args: argv, allowPositionals: true, options: {} });
  const { folder } = await resolveToolName(onlyArgument(positionals, "a tool"));
  const read = await readContract(folder, { onLog: (text) => process.stderr.write(text) });
  process.stdout.write(`${JSON.stringify(read, null, 2)}\n`);
  if (read.problem) process.stderr.write(`toolroom: ${read.problem}\n`);
  return read.readFrom === "import" ? 0 : 1;
}
