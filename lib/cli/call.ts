import { mkdir, mkdtemp, readdir, readFile, realpath, rmdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { AppError, type ErrorCode } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import type { CallEvent } from "#lib/runs/schema.ts";
import { type CallOutcome, callTool } from "#lib/tools/call.ts";
import { readContract } from "#lib/tools/contract.ts";
import { onlyArgument, readJsonArgument } from "./arguments.ts";
import { resolveToolName } from "./tool-name.ts";

const EXIT_CODES: Partial<Record<ErrorCode, number>> = { tool_timeout: 124, cancelled: 130 };

/** `toolroom call <tool>`: the result on stdout and nothing else there; the code is the tool's own. */
export async function call(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      "user-params": { type: "string" },
      "tool-params": { type: "string" },
      json: { type: "boolean", default: false },
      timeout: { type: "string" },
      artifacts: { type: "string" },
    },
  });
  const name = onlyArgument(positionals, "a tool");
  const { folder, workflowData } = await resolveToolName(name);
  const userParameters = await readJsonArgument("--user-params", values["user-params"]);
  const toolParameters = await readJsonArgument("--tool-params", values["tool-params"]);
  const timeout = readTimeout(values.timeout);
  const artifacts = await prepareArtifacts(values.artifacts);
  const events: CallEvent[] = [];
  const say = (text: string) => void (values.json || process.stderr.write(text));
  const signal = stopSignal();
  const read = await readContract(folder, { signal, onLog: say });
  if (read.readFrom === "source" && read.problem) process.stderr.write(`toolroom: ${read.problem}\n`);
  const outcome = await callTool({
    callId: createId("call"),
    toolName: path.basename(folder),
    folder,
    contract: timeout === undefined ? read : { ...read, settings: { ...read.settings, timeoutSeconds: timeout } },
    userParameters,
    toolParameters,
    artifactDirectory: artifacts.folder,
    workflowDataDirectory: workflowData,
    ticket: { tool: folder, member: "me" },
    signal,
    record: (event) => {
      events.push(event);
      if (event.type === "environment.log" || (event.type === "tool.log" && event.stream === "stderr")) say(event.text);
    },
  });
  const left = await artifacts.settle();
  if (values.json) process.stdout.write(`${JSON.stringify(summarise(outcome, events, left))}\n`);
  else await report(outcome, events, left);
  return exitCodeOf(outcome);
}

function readTimeout(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 1800) return seconds;
  throw new AppError("invalid_input", `--timeout ${text} is not a number of seconds above 0 and up to 1800.`);
}

/** The artifact directory: the one asked for, or a new one that stays only if something is in it. */
async function prepareArtifacts(asked: string | undefined) {
  if (asked !== undefined) {
    await mkdir(asked, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw new AppError("invalid_input", `--artifacts ${asked} cannot be made (${error.code}).`);
    });
    const folder = await realpath(asked);
    return { folder, settle: async () => folder };
  }
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "toolroom-artifacts-")));
  async function settle(): Promise<string | null> {
    if ((await readdir(folder)).length > 0) return folder;
    await rmdir(folder);
    return null;
  }
  return { folder, settle };
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function printed(events: readonly CallEvent[], stream: "stdout" | "stderr"): string {
  return events.flatMap((event) => (event.type === "tool.log" && event.stream === stream ? [event.text] : [])).join("");
}

async function report(outcome: CallOutcome, events: readonly CallEvent[], left: string | null): Promise<void> {
  process.stderr.write(printed(events, "stdout").slice(0, outcome.logLength));
  for (const warning of outcome.warnings) process.stderr.write(`toolroom: ${warning}\n`);
  if (outcome.type === "tool.returned") process.stdout.write(`${await wholeResult(outcome, left)}\n`);
  else process.stderr.write(`toolroom: ${outcome.message}\n`);
  if (left !== null && events.some(({ type }) => type === "tool.artifact")) {
    process.stderr.write(`toolroom: files are in ${left}\n`);
  }
}

/** An event carries no more than the beginning of a very long result; its file has the whole. */
async function wholeResult(outcome: CallOutcome & { type: "tool.returned" }, left: string | null): Promise<string> {
  if (outcome.resultFile === null || left === null) return outcome.result;
  return readFile(path.join(left, outcome.resultFile), "utf8");
}

function summarise(outcome: CallOutcome, events: readonly CallEvent[], left: string | null): object {
  const { type, callId: _, logLength, ...rest } = outcome;
  const artifacts = events.flatMap((event) =>
    event.type === "tool.artifact" ? [{ name: event.name, bytes: event.bytes, mediaType: event.mediaType }] : [],
  );
  return {
    status: type === "tool.returned" ? "succeeded" : outcome.code === "cancelled" ? "cancelled" : "failed",
    ...rest,
    log: printed(events, "stdout").slice(0, logLength),
    stderr: printed(events, "stderr"),
    artifacts,
    artifactDirectory: left,
  };
}

function exitCodeOf(outcome: CallOutcome): number {
  if (outcome.type === "tool.returned") return 0;
  const known = EXIT_CODES[outcome.code];
  if (known !== undefined) return known;
  if (outcome.signal) return 128 + (os.constants.signals[outcome.signal as NodeJS.Signals] ?? 0);
  return outcome.exitCode || 1;
}
