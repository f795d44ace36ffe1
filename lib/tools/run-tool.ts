import "server-only";
import { availableParallelism } from "node:os";
import path from "node:path";
import { AppError } from "#lib/core/errors.ts";
import { singleton } from "#lib/core/singleton.ts";
import type { BackEnd, CallTiming, SandboxLevel } from "#lib/runs/schema.ts";
import { compiledFolder } from "./compiled.ts";
import { Heard } from "./heard.ts";
import { type Egress, egressFor } from "./network/egress.ts";
import type { OutputLog } from "./output-log.ts";
import { runProcess } from "./process.ts";
import { toolCommand } from "./program.ts";
import { CallQueue, type Ticket } from "./queue/call-queue.ts";
import { Slots } from "./queue/slots.ts";
import { sandbox } from "./sandbox.ts";
import { toolPolicy } from "./sandbox-policy.ts";
import type { ReadyEnvironment, ToolContract } from "./schema.ts";
import { SCRATCH_APART, withScratch } from "./scratch.ts";
import type { Output, ProcessEnding } from "./supervisor.ts";
import { toolVariables } from "./variables.ts";
import { warmTools } from "./warm-tools.ts";

export type ToolCall = {
  entry: string;
  contract: ToolContract;
  environment: ReadyEnvironment;
  userParameters: string;
  toolParameters: string;
  artifactDirectory: string;
  workflowDataDirectory: string | null;
  idempotencyKey?: string;
  ticket: Ticket;
  signal: AbortSignal;
  logs: Record<"stdout" | "stderr", OutputLog>;
};

/** A tool's process that has ended: how it ran, and all that was heard from it. */
export type Finished = ReturnType<Heard["end"]> & {
  ending: ProcessEnding;
  backEnd: BackEnd;
  sandbox: SandboxLevel;
  timing: CallTiming;
};

const CORES = availableParallelism();

/** Runs a tool's file in a process of its own, by the fastest way that is safe for it, and streams what it prints. */
export async function runTool(tool: ToolCall): Promise<Finished> {
  const asked = performance.now();
  const leave = await waitFor(calls().enter(tool.ticket, tool.signal), tool.signal);
  try {
    const { level } = await sandbox();
    const egress = await egressFor(level, tool.contract.settings.network);
    const around = { level, egress, queueMs: performance.now() - asked };
    return (await runWarm(tool, around)) ?? (await runCold(tool, around));
  } finally {
    leave();
  }
}

/** What is around a call besides the tool: how far it is kept from the machine, its way out, and the milliseconds it has waited. */
type Around = { level: SandboxLevel; egress: Egress; queueMs: number };

/** In a process that was there before the call; null when there is none for it. */
async function runWarm(tool: ToolCall, { level, egress, queueMs }: Around): Promise<Finished | null> {
  const { contract, entry, environment, artifactDirectory, workflowDataDirectory } = tool;
  const { idempotencyKey: _, ...ofNoCall } = tool;
  const artifacts = path.dirname(artifactDirectory);
  if (!mayHold(artifacts, [entry, environment.directory ?? entry])) return null;
  const started = performance.now();
  const request = {
    language: contract.language,
    level,
    pinned: contract.settings.backEnd,
    entry,
    identity: [level, artifacts, environment, contract.settings, contract.protocol, workflowDataDirectory],
    commandFor: async (backEnd: "pool" | "zygote") => ({
      argv: toolCommand(tool, backEnd),
      cwd: "/",
      env: variablesOf({ ...ofNoCall, artifactDirectory: "/" }, { scratch: SCRATCH_APART, egress }),
      sandbox: await toolPolicy({ ...tool, level, egress }, { artifacts, scratch: SCRATCH_APART }),
    }),
  };
  for (;;) {
    const warm = await warmTools().find(request);
    if (!warm) return null;
    const heard = new Heard(tool.logs, () => undefined);
    const ending = await withScratch(level, (scratch) => {
      const payload = payloadOf(tool, { scratch, egress });
      return warm.call({ ...hearing(tool, heard), writable: [artifactDirectory], scratch, payload });
    });
    if (typeof ending === "string") continue;
    const finished = finish({ heard, ending, backEnd: warm.backEnd, level, queueMs, started });
    warm.learn(finished.ending);
    return finished;
  }
}

async function runCold(tool: ToolCall, { level, egress, queueMs }: Around): Promise<Finished> {
  const asked = performance.now();
  const release = await waitFor(coldBoots().acquire(tool.signal), tool.signal);
  const started = performance.now();
  const heard = new Heard(tool.logs, release);
  try {
    const ending = await withScratch(level, async (scratch) =>
      runProcess({
        ...hearing(tool, heard),
        argv: toolCommand(tool, "cold"),
        cwd: workingDirectory(tool),
        env: variablesOf(tool, { scratch, egress }),
        payload: payloadOf(tool, { scratch, egress }),
        sandbox: await toolPolicy({ ...tool, level, egress }, { writable: [tool.artifactDirectory], scratch }),
      }),
    );
    return finish({ heard, ending, backEnd: "cold", level, queueMs: queueMs + started - asked, started });
  } finally {
    release();
  }
}

function hearing({ contract, signal }: ToolCall, heard: Heard) {
  return {
    timeoutSeconds: contract.settings.timeoutSeconds,
    signal,
    onOutput(output: Output, bytes: Buffer) {
      heard.take(output, bytes);
      return output === "channel" ? heard.told : null;
    },
  };
}

type Run = {
  heard: Heard;
  ending: ProcessEnding;
  backEnd: BackEnd;
  level: SandboxLevel;
  queueMs: number;
  started: number;
};

function finish({ heard, ending, backEnd, level, queueMs, started }: Run): Finished {
  const timing: CallTiming = {
    queueMs: tenths(queueMs),
    bootMs: heard.beganAt === null ? null : tenths(heard.beganAt - started),
    runMs: tenths(performance.now() - started),
  };
  return { ending, backEnd, sandbox: level, timing, ...heard.end() };
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** Fairness and memory, not speed, want a limit: two at a time already use both of two cores. */
function calls(): CallQueue {
  return singleton(
    "calls",
    () => new CallQueue({ running: 8 * CORES, runningPerTool: 4 * CORES, waiting: 1000, waitingPerTool: 256 }),
  );
}

/** Starting cold is nearly all CPU: more at once than there are cores would only make each slower. */
function coldBoots(): Slots {
  return singleton("cold-boots", () => new Slots(CORES));
}

async function waitFor(turn: Promise<() => void>, signal: AbortSignal): Promise<() => void> {
  return turn.catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new AppError("cancelled", "The call was cancelled while it waited for its turn.", { cause: error });
  });
}

/** Whether a folder can be shown to a sandbox one call at a time: nothing else that the tool needs may lie in it. */
function mayHold(artifacts: string, others: readonly string[]): boolean {
  return !["/", "/tmp"].includes(artifacts) && !others.some((other) => other.startsWith(artifacts + path.sep));
}

function workingDirectory({ contract, entry, artifactDirectory }: ToolCall): string {
  return contract.settings.workingDirectory === "tool" ? path.dirname(entry) : artifactDirectory;
}

type Places = { scratch: string; egress: Egress };

function variablesOf(tool: ToolCall, { scratch, egress }: Places): Record<string, string> {
  const { artifactDirectory, workflowDataDirectory, idempotencyKey } = tool;
  const places = { scratch, artifactDirectory, workflowDataDirectory };
  const named = tool.contract.settings.environment;
  return {
    ...toolVariables(tool.environment, { ...places, named }),
    ...(idempotencyKey !== undefined && { IDEMPOTENCY_KEY: idempotencyKey }),
    ...egress.variables,
  };
}

function payloadOf(tool: ToolCall, { scratch, egress }: Places): string {
  const { entry, environment, userParameters, toolParameters, artifactDirectory } = tool;
  return JSON.stringify({
    path: entry,
    entry,
    environment: environment.directory,
    compiled: tool.contract.language === "typescript" ? compiledFolder(path.dirname(entry)) : null,
    userParameters,
    toolParameters,
    // What a process that was there before its call has yet to be told.
    env: variablesOf(tool, { scratch, egress }),
    cwd: workingDirectory(tool),
    writable: [artifactDirectory],
    scratch,
  });
}
