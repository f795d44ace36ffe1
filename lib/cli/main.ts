import { AppError } from "#lib/core/errors.ts";
import { argumentsOf } from "./arguments-command.ts";
import { call } from "./call.ts";
import { contract } from "./contract.ts";
import { definition } from "./definition-command.ts";
import { doctor } from "./doctor.ts";

const USAGE = `Usage:
  toolroom call <tool> [--tool-params J] [--user-params J] [--json] [--timeout SECONDS] [--artifacts FOLDER]
  toolroom contract <tool>
  toolroom definition <tool | tool.json>
  toolroom arguments <tool | tool.json> TEXT
  toolroom doctor

<tool> is the name of a built-in or registered tool, or a tool's folder. J is a JSON object, @file, or - for standard input.
tool.json is {"name", "description", "inputSchema"}, as an MCP server lists a tool.

definition prints the function definition that a model server is sent; why it is not strict, and what was changed, is on stderr.
arguments prints what the tool would get of a model's raw TEXT (- for standard input), or ends with code 1 and the sentence that
the model would get on stderr.
`;

const COMMANDS: Record<string, (argv: string[]) => Promise<number>> = {
  call,
  contract,
  definition,
  arguments: argumentsOf,
  doctor,
};

/** Misuse of the program itself, as opposed to a tool that fails; and being stopped. */
const MISUSE = 2;
const STOPPED = 130;

async function main([name, ...argv]: string[]): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(USAGE);
    return name === undefined ? MISUSE : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new AppError("invalid_input", `There is no command ${name}: use ${Object.keys(COMMANDS).join(", ")}.`);
  return command(argv);
}

// Whoever reads the output may have seen enough of it, as `head` has.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof AppError) && !isFlagError(error)) throw error;
  process.stderr.write(`toolroom: ${(error as Error).message}\n`);
  process.exitCode = error instanceof AppError && error.code === "cancelled" ? STOPPED : MISUSE;
}

function isFlagError(error: unknown): boolean {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS");
}
