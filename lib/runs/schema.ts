import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "#lib/core/errors.ts";
import { AgentEvents, Helper, PauseReason, PinnedTool, Within } from "./agent-schema.ts";

/** The vocabulary of the log and of the wire: every event a run can write, and the run itself. */

const ErrorCodeSchema = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]);

/**
 * `queued` waits for a worker, `waiting` for a person who decides on a call; `paused` ended at a limit and can be continued by
 * another run of its session.
 */
export const RunStatus = z.enum(["queued", "running", "waiting", "succeeded", "failed", "cancelled", "paused"]);
export type RunStatus = z.infer<typeof RunStatus>;
/** What a call by hand can be. */
export type CallStatus = Exclude<RunStatus, "queued" | "waiting" | "paused">;

/** Milliseconds of one call. `boot` is from spawn until the tool's own code begins, where the harness can tell. */
export const CallTiming = z.object({
  queueMs: z.number(),
  bootMs: z.number().nullable(),
  runMs: z.number(),
});
export type CallTiming = z.infer<typeof CallTiming>;

/** How a tool's process comes to be: started for the call, started ahead of it, or forked from one that has loaded the tool. */
export const BackEnd = z.enum(["cold", "pool", "zygote"]);
export type BackEnd = z.infer<typeof BackEnd>;

/** How far a tool is kept from the machine, best first; docs/sandbox.md tells what each level keeps. */
export const SandboxLevel = z.enum(["namespaces", "landlock", "seccomp", "none"]);
export type SandboxLevel = z.infer<typeof SandboxLevel>;

/** Where in an agent's run a call stands: which call of which of the model's answers; absent for a call by hand. */
const CallPlace = {
  within: Within,
  agent: z.string().optional(),
  turn: z.number().int().optional(),
  index: z.number().int().optional(),
  /** Which tool of a handoff this tells of, where it is not the call itself. */
  helper: Helper.optional(),
};

const Ended = {
  ...CallPlace,
  callId: z.string(),
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  timing: CallTiming,
  /** How the tool's process came to be, and how far it was kept from the machine; null for a call that never ran. */
  backEnd: BackEnd.nullable().default(null),
  sandbox: SandboxLevel.nullable().default(null),
  peakMemoryBytes: z.number().nullable(),
  /** How many UTF-16 units of the streamed stdout are log; what follows is the result and is shown as such. */
  logLength: z.number().int(),
  warnings: z.array(z.string()),
  /** The run in the playground whose result a person sent back in place of the call's own, and whether with other arguments. */
  sentBack: z.object({ runId: z.string(), edited: z.boolean() }).optional(),
};

const ToolRunStarted = z.object({
  type: z.literal("run.started"),
  kind: z.literal("tool"),
  toolName: z.string(),
  versionNumber: z.number().int().nullable(),
  configurationName: z.string().nullable(),
});

const AgentRunStarted = z.object({
  type: z.literal("run.started"),
  kind: z.literal("agent"),
  agent: z.string(),
  agentVersionId: z.string(),
  versionNumber: z.number().int().nullable(),
  /** Which versions of its tools it keeps to. */
  tools: z.array(PinnedTool),
});

export const EventBody = z.discriminatedUnion("type", [
  z.discriminatedUnion("kind", [ToolRunStarted, AgentRunStarted]),
  ...AgentEvents,
  z.object({ type: z.literal("environment.log"), text: z.string() }),
  z.object({
    type: z.literal("tool.called"),
    ...CallPlace,
    callId: z.string(),
    toolName: z.string(),
    /** The arguments as JSON text, secrets redacted; text, so that no digit is lost. */
    arguments: z.string(),
  }),
  z.object({
    type: z.literal("tool.log"),
    ...CallPlace,
    callId: z.string(),
    stream: z.enum(["stdout", "stderr"]),
    text: z.string(),
  }),
  z.object({
    type: z.literal("tool.artifact"),
    ...CallPlace,
    callId: z.string(),
    /** Path below the artifact directory, with `/`. */
    name: z.string(),
    bytes: z.number(),
    mediaType: z.string(),
  }),
  z.object({
    type: z.literal("tool.returned"),
    ...Ended,
    /** At most 256 Ki characters; `resultFile` names the artifact that holds the whole of a longer one. */
    result: z.string(),
    resultCharacters: z.number().int(),
    resultFile: z.string().nullable(),
    /** What the model gets, character by character. */
    modelResult: z.string(),
  }),
  z.object({
    type: z.literal("tool.failed"),
    ...Ended,
    code: ErrorCodeSchema,
    /** One sentence for people. */
    message: z.string(),
    /** What the model gets instead of a result. */
    modelResult: z.string(),
  }),
  z.object({ type: z.literal("run.succeeded") }),
  z.object({ type: z.literal("run.failed"), code: ErrorCodeSchema, message: z.string() }),
  z.object({ type: z.literal("run.cancelled"), message: z.string() }),
  /** A limit was reached, or the answer was cut: a person may say "continue". */
  z.object({ type: z.literal("run.paused"), reason: PauseReason, message: z.string() }),
]);
export type EventBody = z.infer<typeof EventBody>;

/** In whose conversation an event happened; null for the session's own. */
export function withinOf(event: EventBody): string | null {
  return "within" in event ? (event.within ?? null) : null;
}

/** Pieces of an answer that is being made; their rows go when what `replacedBy` tells is written. */
export const DELTAS: ReadonlySet<EventBody["type"]> = new Set([
  "text.delta",
  "reasoning.delta",
  "tool.arguments.delta",
]);

/** The types whose rows in the run go, those of its own conversation, when this event is written. */
export function replacedBy(event: EventBody): readonly EventBody["type"][] {
  if (event.type === "model.responded") return [...DELTAS, "answer.held"];
  const endsAnswer = event.type === "guardrail.tripped" && (event.on === "input" || event.on === "output");
  return event.type === "retry" || endsAnswer ? [...DELTAS] : [];
}

/** Events that `callTool` writes. */
export type CallEvent = Extract<EventBody, { type: `tool.${string}` | "environment.log" }>;

/** One row of the log; `seq` counts from 1 within a run and is the SSE id. `at` is ISO 8601 in UTC. */
export type Event = EventBody & { seq: number; runId: string; at: string };

export const TERMINAL: ReadonlySet<EventBody["type"]> = new Set([
  "run.succeeded",
  "run.failed",
  "run.cancelled",
  "run.paused",
]);

/** What a browser or a program sends to start a call by hand. Parameters are JSON text, so that no digit is lost. */
export const StartRun = z.object({
  toolId: z.string(),
  /** The version to run; left out, the current one. */
  versionId: z.string().optional(),
  toolParameters: z.string().max(16 * 1024 * 1024),
  /** A saved configuration, or values for this call only (JSON text); neither means `{}`. */
  configurationId: z.string().optional(),
  userParameters: z
    .string()
    .max(16 * 1024 * 1024)
    .optional(),
});
export type StartRun = z.infer<typeof StartRun>;

/** A line of history. `toolParameters` is JSON text with secrets redacted; null in a list that would be too long with it. */
export type RunSummary = {
  id: string;
  toolId: string | null;
  toolName: string;
  versionNumber: number | null;
  status: CallStatus;
  toolParameters: string | null;
  configurationId: string | null;
  startedBy: string;
  startedAt: string;
  finishedAt: string | null;
  /** First words of the result or of the error. */
  outcome: string | null;
  runMs: number | null;
};
