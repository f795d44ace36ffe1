import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { dataDirectory } from "#lib/core/data-directory.ts";
import type { BackEnd, CallEvent } from "#lib/runs/schema.ts";
import { type CallOutcome, callTool } from "#lib/tools/call.ts";
import { readContract } from "#lib/tools/contract.ts";
import { ensureEnvironment } from "#lib/tools/environment.ts";
import { sandbox } from "#lib/tools/sandbox.ts";
import { NotHere } from "./measure.ts";

export type BenchTool = Awaited<ReturnType<typeof openTool>>;

type Begin = {
  /** Null: whatever the studio chooses. */
  backEnd: BackEnd | null;
  parameters?: string | undefined;
  signal?: AbortSignal;
  record?: (event: CallEvent) => void;
};

/** The parameters of both calculators. */
export const CALCULATION = '{"a":7,"b":6,"op":"*"}';

/** The folder of a tool of the catalogue. */
export function catalogueTool(name: string): string {
  return path.join(dataDirectory.builtinTools(), name);
}

/** The folder of a tool that was made for measuring. */
export function benchTool(name: string): string {
  return path.join(import.meta.dirname, "tools", name);
}

/** A tool whose environment is built and whose contract is read, called as the studio does, each time in a folder of its own. */
export async function openTool(folder: string, { parameters = "{}" }: { parameters?: string } = {}) {
  const environment = await ensureEnvironment(folder, {});
  const contract = await readContract(folder, {});

  async function begin({ backEnd, parameters: own = parameters, signal, record }: Begin) {
    const artifactDirectory = dataDirectory.artifacts("team_bench", `run_${randomUUID()}`);
    await mkdir(artifactDirectory, { recursive: true });
    const start = performance.now();
    const outcome = callTool({
      callId: "call_bench",
      toolName: path.basename(folder),
      folder,
      contract: { ...contract, settings: { ...contract.settings, backEnd } },
      userParameters: "{}",
      toolParameters: own,
      artifactDirectory,
      workflowDataDirectory: null,
      ticket: { tool: folder, member: "me" },
      signal: signal ?? new AbortController().signal,
      record: record ?? (() => undefined),
    });
    return { artifactDirectory, outcome, start };
  }

  /** A whole call: the milliseconds that `callTool` takes, and those at the runner. */
  async function call(backEnd: BackEnd | null) {
    const { outcome, start } = await begin({ backEnd });
    const { backEnd: used, timing, sandbox: level } = returned(await outcome);
    const ms = performance.now() - start;
    return { ms, runMs: timing.runMs, used, level };
  }

  /** A call that must run so: a warm one that was cold in truth would only look slow. */
  async function callBy(expected: BackEnd) {
    // A zygote is what the studio chooses by itself.
    const done = await call(expected === "zygote" ? null : expected);
    if (done.used !== expected) throw new Error(`A call of ${folder} ran by ${done.used} instead of ${expected}.`);
    return done;
  }

  return { folder, entry: path.join(folder, contract.entry), environment, contract, begin, call, callBy };
}

function returned(outcome: CallOutcome) {
  if (outcome.type === "tool.failed") throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome;
}

/** Nothing is kept warm for a tool in a lesser sandbox. */
export async function needNamespaces(): Promise<void> {
  const { level } = await sandbox();
  if (level !== "namespaces")
    throw new NotHere(`this machine's best sandbox is ${level}, where no call is warm, or none may be.`);
}
