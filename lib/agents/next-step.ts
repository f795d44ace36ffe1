import type { ErrorCode } from "#lib/core/errors.ts";
import type { PauseReason } from "#lib/runs/agent-schema.ts";
import { isWaiting } from "./approvals/waiting.ts";
import type { Call } from "./call-state.ts";
import type { Conversation, RunProgress } from "./conversation.ts";
import { type Answer, isEmpty } from "./entries.ts";
import type { AgentLimits } from "./schema.ts";

/** What the loop has to do next. */
export type NextStep =
  | { type: "ask" }
  | { type: "call"; calls: Call[] }
  /** For people to decide on calls, and nothing else can be done. */
  | { type: "wait"; calls: Call[] }
  | { type: "finish" }
  | { type: "pause"; reason: PauseReason; message: string }
  | { type: "fail"; code: ErrorCode; message: string };

/** Reads from the log what comes next; `now` is in milliseconds since 1970. The answer that ends a run is still to be checked. */
export function nextStep(conversation: Conversation, limits: AgentLimits, now: number): NextStep {
  const { last } = conversation;
  const { stopped = null } = conversation.run?.guard ?? {};
  if (stopped !== null) return { type: "fail", code: "guardrail_tripped", message: stopped };
  if ((conversation.run?.refused ?? 0) >= 2) return { type: "fail", code: "provider_failed", message: REFUSED };
  // A new run that goes on after an answer which was cut, or which had nothing in it, asks again.
  if (!last || last.runId !== conversation.run?.id) return askWithin(conversation, limits, now);
  if (last.status === "incomplete") return { type: "pause", reason: "incomplete", message: cut(last) };
  const open = last.calls.filter((call) => call.output === null);
  if (open.length > 0 && open.every(isWaiting)) return { type: "wait", calls: open };
  if (open.length > 0) return { type: "call", calls: open };
  if (last.calls.length > 0) return askWithin(conversation, limits, now);
  if (!isEmpty(last.items)) return { type: "finish" };
  if (conversation.run.empty < 2) return askWithin(conversation, limits, now);
  return {
    type: "fail",
    code: "provider_failed",
    message: "The model answered twice with nothing: no text and no call. Try again, or another model.",
  };
}

const REFUSED =
  "The answer did not fit the agent's output schema twice. Try again, or change the schema or the instructions.";

function cut({ reason }: Answer): string {
  const advice =
    reason === "max_output_tokens" ? "continue, or raise its limit on output tokens" : "continue, or ask otherwise";
  return `The answer was cut before its end${reason === null ? "" : ` (${reason})`}; ${advice}.`;
}

function askWithin({ run }: Conversation, limits: AgentLimits, now: number): NextStep {
  return limitReached(run, limits, now) ?? { type: "ask" };
}

type Pause = Extract<NextStep, { type: "pause" }>;

/** The limit that a run has reached, as the pause that follows from it; null while it may go on. */
export function limitReached(run: RunProgress | null, limits: AgentLimits, now: number): Pause | null {
  if (!run) return null;
  const pause = (reason: PauseReason, message: string): Pause => ({ type: "pause", reason, message });
  if (run.turn >= limits.turns) {
    return pause("turns", `The run stopped at its limit of ${limits.turns} model turns; continue, or raise the limit.`);
  }
  if (limits.tokens !== undefined && run.tokens >= limits.tokens) {
    return pause(
      "tokens",
      `The run has used ${run.tokens} of at most ${limits.tokens} tokens; continue, or raise the limit.`,
    );
  }
  if (limits.cost !== undefined && run.cost >= limits.cost) {
    return pause(
      "cost",
      `The run has cost $${run.cost.toFixed(4)} of at most $${limits.cost}; continue, or raise the limit.`,
    );
  }
  if (limits.seconds !== undefined && now - run.startedAt - run.waited >= limits.seconds * 1000) {
    return pause("time", `The run has taken its ${limits.seconds} s; continue, or raise the limit.`);
  }
  return null;
}
