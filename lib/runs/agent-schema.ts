import { z } from "zod";

/** What an agent's run writes beside the events of its calls; part of `EventBody`. */

/** A file of a session's artifact directory that goes with a message. */
export const MessageFile = z.object({ name: z.string(), mediaType: z.string(), bytes: z.number() });
export type MessageFile = z.infer<typeof MessageFile>;

/** What one of a run's agents keeps to of a tool; a folder is one that was named on the command line. */
export const PinnedTool = z.object({
  agent: z.string(),
  /** What the model knows it by. */
  name: z.string(),
  /** Where in its agent a tool is named that its model does not know of, such as `handoffs/0/onHandoff`. */
  place: z.string().optional(),
  toolName: z.string(),
  toolId: z.string().nullable(),
  versionId: z.string().nullable(),
  versionNumber: z.number().int().nullable(),
  configurationId: z.string().nullable(),
  folder: z.string().nullable(),
});
export type PinnedTool = z.infer<typeof PinnedTool>;

/** A tool that does a part of a handoff, unseen by the model. */
export const Helper = z.enum(["onHandoff", "inputFilter"]);
export type Helper = z.infer<typeof Helper>;

export const PauseReason = z.enum(["turns", "tokens", "cost", "time", "incomplete"]);
export type PauseReason = z.infer<typeof PauseReason>;

/** Who answers as the model: a server, a script, or a person at this studio. */
export const ModelKind = z.enum(["server", "rehearsal", "person"]);
export type ModelKind = z.infer<typeof ModelKind>;

/**
 * In whose conversation something happened, where that is not the session's own: of an agent that a call asks, the call as
 * `turn.index`; of one that such an agent asks, `turn.index/turn.index`, and so on.
 */
export const Within = z.string().optional();

const ApprovalDecision = z.enum(["approve", "reject", "expired"]);

/** `turn` counts the model's answers within a conversation's run, from 1. */
const At = { within: Within, agent: z.string(), turn: z.number().int() };

/** What a guardrail was asked about. */
export const GuardrailStage = z.enum(["input", "output", "toolArguments", "toolResult"]);
export type GuardrailStage = z.infer<typeof GuardrailStage>;

/** An item of the Responses API as it came; every kind, also unknown ones. */
const Item = z.looseObject({ type: z.string().optional() });

const Answered = {
  ...At,
  status: z.enum(["completed", "incomplete"]),
  /** Why it is incomplete, in the server's word. */
  reason: z.string().nullable(),
  responseId: z.string().nullable(),
  items: z.array(Item),
  ms: z.number(),
};

const Checked = {
  ...At,
  /** Of a call, which one of the turn's. */
  index: z.number().int().optional(),
  /** Its name. */
  guardrail: z.string(),
  on: GuardrailStage,
};

export const AgentEvents = [
  z.object({
    type: z.literal("message"),
    messageId: z.string(),
    text: z.string(),
    files: z.array(MessageFile),
    /** Whether it began the run or joined it at a turn's end. */
    joined: z.enum(["start", "steer"]),
    /** The member who sent it. */
    author: z.string(),
  }),
  z.object({
    type: z.literal("model.started"),
    ...At,
    /** Counts from 1; a retry asks the same turn again. */
    attempt: z.number().int(),
    by: ModelKind,
    /** The provider's name in this team; null for a rehearsal and for a person. */
    provider: z.string().nullable(),
    model: z.string(),
  }),
  z.object({ type: z.literal("text.delta"), ...At, text: z.string() }),
  z.object({ type: z.literal("reasoning.delta"), ...At, text: z.string() }),
  z.object({
    type: z.literal("tool.arguments.delta"),
    ...At,
    index: z.number().int(),
    name: z.string(),
    text: z.string(),
  }),
  /** Replaces the deltas of its turn, whose rows it deletes. */
  z.object({ type: z.literal("model.responded"), ...Answered }),
  /** A final answer that nobody sees before its guardrails have passed it; then `model.responded` takes its place. */
  z.object({ type: z.literal("answer.held"), ...Answered }),
  z.object({
    type: z.literal("usage"),
    ...At,
    model: z.string(),
    input: z.number(),
    cached: z.number(),
    output: z.number(),
    reasoning: z.number(),
    /** US dollars by the price list, with what is known of hosted tools; null when the model's price is not known. */
    cost: z.number().nullable(),
    /** What the server's own tools were used for; a cost of null is not known. */
    hosted: z.array(z.object({ type: z.string(), uses: z.number().int(), cost: z.number().nullable() })).optional(),
  }),
  /** The turn is asked again after a pause; what came of it so far is dropped. */
  z.object({
    type: z.literal("retry"),
    ...At,
    /** The attempt that failed. */
    attempt: z.number().int(),
    message: z.string(),
    waitMs: z.number(),
    /** What had been said by then. */
    partial: z.string(),
  }),
  z.object({
    type: z.literal("handoff"),
    ...At,
    index: z.number().int(),
    to: z.string(),
    /** What the model gave along as JSON text, every digit kept; only of a handoff with an `inputType`. */
    payload: z.string().optional(),
  }),
  /** A call asks another agent, whose conversation begins with `input`; its end is the call's. */
  z.object({ type: z.literal("agent.asked"), ...At, index: z.number().int(), to: z.string(), input: z.string() }),
  /** A person has to decide on a call before it runs; nobody may from `expiresAt` on (ISO 8601). */
  z.object({
    type: z.literal("approval.asked"),
    ...At,
    index: z.number().int(),
    name: z.string(),
    /** JSON text, as the tool would get it. */
    arguments: z.string(),
    expiresAt: z.string(),
  }),
  z.object({
    type: z.literal("approval.decided"),
    ...At,
    index: z.number().int(),
    decision: ApprovalDecision,
    /** The member who decided; null when nobody did in time. */
    by: z.string().nullable(),
    /** The arguments that they put in place of the model's; null when they left those. */
    arguments: z.string().nullable(),
    reason: z.string().nullable(),
    /** `session`: later calls of the function by this agent run without being asked for. */
    scope: z.enum(["call", "session"]),
  }),
  /** The final answer did not fit the agent's output schema; the model is told `message` once. */
  z.object({ type: z.literal("output.refused"), ...At, message: z.string() }),
  /** What was checked goes no further: it stays in the log, and no model is sent it again. */
  z.object({
    type: z.literal("guardrail.tripped"),
    ...Checked,
    /** The kind of its check. */
    check: z.string(),
    /** One sentence, without anything of the text. */
    message: z.string(),
    /** Whether the run ends, or the model is told `message`. */
    behavior: z.enum(["stop", "reject"]),
    /** Of an input, which message. */
    messageId: z.string().optional(),
    /** The run that made the call, where that is an earlier one. */
    callRun: z.string().optional(),
  }),
  /** A check that cost something has passed a text, by its hash; it is not made again. */
  z.object({ type: z.literal("guardrail.passed"), ...Checked, of: z.string() }),
  /** Old outputs are shown to the model as a line that names their file from here on. */
  z.object({
    type: z.literal("context.trimmed"),
    ...At,
    calls: z.array(z.object({ runId: z.string(), turn: z.number().int(), index: z.number().int(), stub: z.string() })),
  }),
  /** The first `entries` of the conversation are shown to the model as this summary from here on. */
  z.object({ type: z.literal("context.compacted"), ...At, summary: z.string(), entries: z.number().int() }),
  /** A handoff's filter: what was said before is shown to models so, from here on. */
  z.object({
    type: z.literal("context.filtered"),
    ...At,
    index: z.number().int(),
    by: z.enum(["withoutTools", "userOnly", "last", "summary", "tool"]),
    /** Of `last`, how many. */
    messages: z.number().int().optional(),
    /** Of `summary`, what stands for it. */
    summary: z.string().optional(),
    /** Of `tool`, what it left. */
    items: z.array(Item).optional(),
  }),
] as const;
