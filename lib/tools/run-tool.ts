import "server-only";
import { availableParallelism } from "node:os";
import path from "node:path";
import { AppError } from "#lib/core/errors.ts";
import { singleton } from "#lib/core/singleton.ts";
import type { CallTiming } from "#lib/runs/schema.ts";
import type { ReadyEnvironment } from "./environment.ts";
import type { OutputLog } from "./output-log.ts";
import { type Output, type ProcessEnding, runProcess } from "./process.ts";
import { harnessCommand, nodeProgramCommand } from "./program.ts";
import type { ToolContract } from "./schema.ts";
import { withScratch } from "./scratch.ts";
import { Slots } from "./slots.ts";
import { toolVariables } from "./variables.ts";

export type ToolProcess = {
  entry: string;
  contract: ToolContract;
  environment: ReadyEnvironment;
  userParameters: string;
  toolParameters: string;
  artifactDirectory: string;
  workflowDataDirectory: string | null;
  signal: AbortSignal;
  logs: Record<"stdout" | "stderr", OutputLog>;
};

/** A number that JSON does not have, and where it stands. */
export type NonFinite = { value: string; path: string };

/** What a harness said on the studio's own channel. */
type ChannelMessages = {
  result?: string;
  nonFinite?: NonFinite;
  refused?: { what: string; path: string; message: string; more?: number };
  unusable?: string;
};

/** A tool's process that has ended: what it printed before and after `run_tool` returned, and what its harness said. */
export type Finished = {
  ending: ProcessEnding;
  timing: CallTiming;
  before: string;
  after: string;
  stderr: string;
  messages: ChannelMessages;
};

const KEPT_STDERR = 64 * 1024;

/** Runs a tool's file in a process of its own, cold, and streams what it prints. */
export async function runTool(tool: ToolProcess): Promise<Finished> {
  const asked = performance.now();
  const release = await coldBoots()
    .acquire(tool.signal)
    .catch((error: unknown) => {
      throw new AppError("cancelled", "The call was cancelled while it waited for its turn.", { cause: error });
    });
  const started = performance.now();
  const heard = new Heard(tool.logs, () => release());
  try {
    const ending = await withScratch((scratch) =>
      runProcess(toProcess(tool, scratch, (output, bytes) => heard.take(output, bytes))),
    );
    const timing = {
      queueMs: Math.round(started - asked),
      bootMs: heard.beganAt === null ? null : Math.round(heard.beganAt - started),
      runMs: Math.round(performance.now() - started),
    };
    return { ending, timing, ...heard.end() };
  } finally {
    release();
  }
}

/** Starting cold is nearly all CPU: more at once than there are cores would only make each slower. */
function coldBoots(): Slots {
  return singleton("cold-boots", () => new Slots(availableParallelism()));
}

function toProcess(tool: ToolProcess, scratch: string, onOutput: (output: Output, bytes: Buffer) => void) {
  const { contract, environment, entry, signal } = tool;
  const { settings } = contract;
  const places = {
    scratch,
    artifactDirectory: tool.artifactDirectory,
    workflowDataDirectory: tool.workflowDataDirectory,
  };
  return {
    argv: commandOf(tool),
    cwd: settings.workingDirectory === "tool" ? path.dirname(entry) : tool.artifactDirectory,
    env: toolVariables(environment, { ...places, named: settings.environment }),
    payload: JSON.stringify({
      path: entry,
      entry,
      environment: environment.directory,
      userParameters: tool.userParameters,
      toolParameters: tool.toolParameters,
    }),
    timeoutSeconds: settings.timeoutSeconds,
    signal,
    onOutput,
  };
}

function commandOf({ contract, environment, entry }: ToolProcess): string[] {
  if (contract.language === "python") return harnessCommand(environment, "python-tool.py");
  return contract.protocol === "function"
    ? harnessCommand(environment, "node-tool.mjs")
    : nodeProgramCommand(environment, entry);
}

/** Collects what comes from a process, as text whatever bytes it is made of. */
class Heard {
  beganAt: number | null = null;
  #text = { stdout: "", after: "", stderr: "", channel: "" };
  #decoders = {
    stdout: new TextDecoder(),
    after: new TextDecoder(),
    stderr: new TextDecoder(),
    channel: new TextDecoder(),
  };
  readonly #logs: ToolProcess["logs"];
  readonly #onBegan: () => void;

  constructor(logs: ToolProcess["logs"], onBegan: () => void) {
    this.#logs = logs;
    this.#onBegan = onBegan;
  }

  take(output: Output, bytes: Buffer): void {
    if (output === "channel" && this.beganAt === null) {
      this.beganAt = performance.now();
      this.#onBegan();
    }
    this.#add(output, this.#decoders[output].decode(bytes, { stream: true }));
  }

  end(): { before: string; after: string; stderr: string; messages: ChannelMessages } {
    for (const output of ["stdout", "after", "stderr", "channel"] as const)
      this.#add(output, this.#decoders[output].decode());
    const { stdout, after, stderr, channel } = this.#text;
    return { before: stdout, after, stderr, messages: readMessages(channel) };
  }

  #add(output: Output, text: string): void {
    const kept = this.#text[output] + text;
    this.#text[output] = output === "stderr" ? kept.slice(-KEPT_STDERR) : kept;
    if (output === "stdout" || output === "after") this.#logs.stdout.push(text);
    if (output === "stderr") this.#logs.stderr.push(text);
  }
}

function readMessages(channel: string): ChannelMessages {
  const messages = channel.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === "object" && value !== null ? [value as ChannelMessages] : [];
    } catch {
      // Something that the tool wrote to a descriptor it did not open.
      return [];
    }
  });
  return Object.assign({}, ...messages) as ChannelMessages;
}
