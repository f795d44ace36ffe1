import { AppError } from "#lib/core/errors.ts";
import { argumentsOf } from "./arguments-command.ts";
import { call } from "./call.ts";
import { approve, chat, resume } from "./chat.ts";
import { contract } from "./contract.ts";
import { definition } from "./definition-command.ts";

import { doctor } from "./doctor.ts";
import { worker } from "./worker.ts";

const USAGE = `Usage:
  toolroom call <tool> [--tool-params J] [--user-params J] [--json] [--timeout SECONDS] [--artifacts FOLDER]
  toolroom contract <tool>
  toolroom definition <tool | tool.json>
  toolroom arguments <tool | tool.json> TEXT
  toolroom chat <agent | agent.json> --message TEXT [--base-url URL] [--api responses|chat] [--model M] [--session ID] [--events]
  toolroom resume <run> [--events]
  toolroom approve <run> <turn.index> [--reject REASON] [--arguments JSON] [--session] [--events]
  toolroom worker
  toolroom doctor

<tool> is the name of a built-in or registered tool, or a tool's folder. J is a JSON object, @file, or - for standard input.
tool.json is {"name", "description", "inputSchema"}, as an MCP server lists a tool.

definition prints the function definition that a model server is sent; why it is not strict, and what was changed, is on stderr.
chat says one thing to an agent without the web server; resume goes on with a run that was cut off. --events prints every event
as a line of JSON; the code is 0 only when the run succeeded. Where a call needs a person's approval, chat prints how to decide and
ends with code 1; approve decides and goes on. docs/agent-file.md tells what an agent file is. Where several teams
are, --team NAME chooses one; a key for --base-url is read from OPENAI_API_KEY.

worker does agents' runs beside servers that are started with TOOLROOM_ROLE=web.

arguments prints what the tool would get of a model's raw TEXT (- for standard input), or ends with code 1 and the sentence that
the model would get on stderr.
`;

const COMMANDS: Record<string, (argv: string[]) => Promise<number>> = {
  call,
  chat,
  resume,
  approve,
  worker,
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

const code = await main(process.argv.slice(2)).catch(explain);
// A pipe takes what was written bit by bit.
await Promise.all(
  [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write("", resolve))),
);
// What is kept warm, and connections, would keep the process: its work is done.
process.exit(code);

function explain(error: unknown): number {
  if (!(error instanceof AppError) && !isFlagError(error)) throw error;
  process.stderr.write(`toolroom: ${(error as Error).message}\n`);
  return error instanceof AppError && error.code === "cancelled" ? STOPPED : MISUSE;
}

function isFlagError(error: unknown): boolean {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS");
}
