import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { parseExact } from "#lib/core/exact/schema.ts";
import { makeCompiledFolder } from "./compiled.ts";
import { type Entry, findEntry, readText } from "./entry.ts";
import { ensureEnvironment } from "./environment.ts";
import { hashPath } from "./hash.ts";
import { basePython } from "./interpreter.ts";
import { runProcess } from "./process.ts";
import { harnessCommand, sourceReaderCommand } from "./program.ts";
import { sandbox } from "./sandbox.ts";
import { readerPolicy, type SandboxPolicy, toolPolicy } from "./sandbox-policy.ts";
import type { ReadyEnvironment } from "./schema.ts";
import { ToolContract } from "./schema.ts";
import { withScratch } from "./scratch.ts";
import { readSettings } from "./settings.ts";
import { lastError } from "./traceback.ts";
import { leadingComment, outputKeyIn } from "./typescript-source.ts";
import { toolVariables } from "./variables.ts";

type Options = { signal?: AbortSignal | undefined; onLog?: ((text: string) => void) | undefined };

const TIMEOUT_SECONDS = 20;
const NOTHING = { type: "object", properties: {} };

/**
 * What the tool promises, told by its own models: the file is imported in a throw-away process of the tool's environment, which
 * is built first where it is missing. When that fails, what its source alone tells, with the reason as `problem`; tracebacks go
 * to `onLog`. Throws `invalid_input` for a folder without an entry file or with a broken config.json, `cancelled` on abort.
 */
export async function readContract(folder: string, { signal, onLog }: Options): Promise<ToolContract> {
  const entry = await findEntry(folder);
  const settings = await readSettings(entry.folder);
  const imported = await introspect(entry, settings, { signal, onLog });
  if ("problem" in imported) return readSource(entry, settings, imported.problem);
  return ToolContract.parse({
    ...imported.contract,
    language: entry.language,
    entry: entry.entry,
    readFrom: "import",
    settings,
  });
}

/** What the source tells without running it, nothing installed; inexact, and said to be so by `readFrom`. Throws `invalid_input`. */
export async function readContractFromSource(folder: string): Promise<ToolContract> {
  const entry = await findEntry(folder);
  return readSource(entry, await readSettings(entry.folder), null);
}

/** SHA-256 over the names and contents of a tool's files, without what running it leaves behind. */
export function hashFolder(folder: string): Promise<string> {
  return hashPath(folder);
}

type Imported = { contract: Omit<ToolContract, "language" | "entry" | "readFrom" | "settings"> } | { problem: string };

async function introspect(entry: Entry, settings: ToolContract["settings"], options: Options): Promise<Imported> {
  let environment: ReadyEnvironment;
  try {
    environment = await ensureEnvironment(entry.folder, options);
  } catch (error) {
    // An environment that cannot be built is the tool's problem to show, and its source can still be read.
    if (error instanceof AppError && error.code === "tool_failed") return { problem: error.message };
    throw error;
  }
  const answer = await askHarness(entry, { environment, settings }, options);
  if ("problem" in answer) return answer;
  const description = entry.language === "python" ? answer.contract.description : leadingComment(await sourceOf(entry));
  const outputKey = answer.contract.outputKey ?? (await writtenKey(entry));
  const isCallable = answer.contract.callable === true && answer.contract.toolParameters !== null;
  return {
    contract: {
      description: description ?? "",
      userParameters: answer.contract.userParameters ?? NOTHING,
      toolParameters: answer.contract.toolParameters ?? NOTHING,
      outputKey,
      protocol: isCallable ? "function" : "program",
      problem: answer.contract.problem,
    },
  };
}

type Answer = {
  description?: string;
  userParameters: Record<string, unknown> | null;
  toolParameters: Record<string, unknown> | null;
  outputKey: string | null;
  callable?: boolean;
  problem: string | null;
};

/** A key that only a main block sets is there when the tool runs, though not when it is imported. */
async function writtenKey(entry: Entry): Promise<string | null> {
  if (entry.language === "typescript") return outputKeyIn(await sourceOf(entry));
  return (await askSourceReader(entry)).outputKey ?? null;
}

async function askHarness(
  entry: Entry,
  { environment, settings }: { environment: ReadyEnvironment; settings: ToolContract["settings"] },
  { signal, onLog }: Options,
): Promise<{ contract: Answer } | { problem: string }> {
  const argv = harnessCommand(environment, entry.language === "python" ? "introspect.py" : "introspect.mjs");
  const compiled = entry.language === "typescript" ? await makeCompiledFolder(entry.folder) : null;
  const payload = JSON.stringify({
    path: entry.path,
    entry: entry.path,
    environment: environment.directory,
    compiled,
  });
  const { level } = await sandbox();
  const { ending, channel, said } = await withScratch(level, async (scratch) => {
    const places = { scratch, artifactDirectory: scratch, workflowDataDirectory: null, named: settings.environment };
    // What the file reads while it is imported lies where it does in a call.
    const cwd = settings.workingDirectory === "tool" ? entry.folder : scratch;
    const egress = { network: { mode: "none" as const }, variables: {} };
    const tool = { level, entry: entry.path, environment, contract: { settings }, workflowDataDirectory: null, egress };
    const policy = await toolPolicy(tool, { scratch, writable: compiled === null ? [] : [compiled] });
    return runAndListen({ argv, payload, cwd, env: toolVariables(environment, places), sandbox: policy, signal });
  });
  if (ending.cause === "cancelled") throw new AppError("cancelled", "Reading the tool's contract was cancelled.");
  const answer = channel.trim() === "" ? null : (parseExact(channel) as { contract: Answer });
  if (answer) return answer;
  onLog?.(said);
  if (ending.cause === "timeout")
    return { problem: `${entry.entry} could not be imported within ${TIMEOUT_SECONDS} seconds.` };
  return {
    problem: `${entry.entry} could not be imported: ${lastError(said) ?? `it ended with ${ending.signal ?? `code ${ending.exitCode}`}`}.`,
  };
}

async function readSource(
  entry: Entry,
  settings: ToolContract["settings"],
  problem: string | null,
): Promise<ToolContract> {
  const common = {
    language: entry.language,
    entry: entry.entry,
    protocol: "program" as const,
    readFrom: "source" as const,
    settings,
  };
  if (entry.language === "typescript") {
    const source = await sourceOf(entry);
    const about = { description: leadingComment(source), outputKey: outputKeyIn(source), problem };
    return ToolContract.parse({
      ...common,
      ...about,
      userParameters: { type: "object" },
      toolParameters: { type: "object" },
    });
  }
  const read = await askSourceReader(entry);
  return ToolContract.parse({
    ...common,
    description: read.description ?? "",
    outputKey: read.outputKey ?? null,
    userParameters: read.userParameters ?? NOTHING,
    toolParameters: read.toolParameters ?? NOTHING,
    problem: read.syntaxProblem ?? problem,
  });
}

async function askSourceReader(entry: Entry): Promise<Partial<Answer> & { syntaxProblem?: string }> {
  const python = await basePython();
  const { level } = await sandbox();
  const { channel } = await withScratch(level, async (scratch) =>
    runAndListen({
      argv: sourceReaderCommand(python.path),
      payload: JSON.stringify({ path: entry.path }),
      cwd: scratch,
      env: {},
      sandbox: await readerPolicy(level, { folder: entry.folder, scratch }),
    }),
  );
  return parseExact(channel || "{}") as Partial<Answer>;
}

async function runAndListen(request: {
  argv: string[];
  payload: string;
  cwd: string;
  env: Record<string, string>;
  sandbox: SandboxPolicy;
  signal?: AbortSignal | undefined;
}) {
  const heard: Record<"channel" | "stderr", Buffer[]> = { channel: [], stderr: [] };
  const ending = await runProcess({
    ...request,
    timeoutSeconds: TIMEOUT_SECONDS,
    onOutput: (output, bytes) => {
      if (output === "channel" || output === "stderr") heard[output].push(bytes);
      return null;
    },
  });
  return { ending, channel: Buffer.concat(heard.channel).toString(), said: Buffer.concat(heard.stderr).toString() };
}

async function sourceOf(entry: Entry): Promise<string> {
  return (await readText(entry.folder, entry.entry)) ?? "";
}
