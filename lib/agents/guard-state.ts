import { createHash } from "node:crypto";
import type { GuardrailStage } from "#lib/runs/agent-schema.ts";
import type { EventBody } from "#lib/runs/schema.ts";

type Of<Type extends EventBody["type"]> = Extract<EventBody, { type: Type }> & { runId: string; at: string };

/** What of a conversation a guardrail may take away. */
type Guarded = {
  readonly entries: Kept[];
  readonly unchecked: Unchecked[];
  readonly run: { turn: number; guard: GuardProgress } | null;
};
type KeptCall = { output: string | null; file: string | null; isRefused: boolean };
type Kept = { type: string; text?: string; messageId?: string; runId?: string; turn?: number; calls?: KeptCall[] };

export type HeldAnswer = Of<"answer.held">;

/** A message that no answer has been given to: its guardrails may still have to be asked. */
export type Unchecked = { messageId: string; text: string };

/** What a run's log says of its guardrails. */
export type GuardProgress = {
  /** The agent that the run began with. */
  begunBy: string;
  /** The final answer that waits for its guardrails. */
  held: HeldAnswer | null;
  /** Answers that the model was told to give anew. */
  rejected: number;
  /** Why the run ends. */
  stopped: string | null;
  /** Checks that passed and are not made again. */
  passed: Set<string>;
};

export function beginGuarding(begunBy: string): GuardProgress {
  return { begunBy, held: null, rejected: 0, stopped: null, passed: new Set() };
}

/** The hash by which a text that was passed is known again. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

type Passed = { agent: string; guardrail: string; on: GuardrailStage; of: string };

/** Whether a check of this text was made before and passed. */
export function hasPassed({ passed }: GuardProgress, check: Passed): boolean {
  return passed.has(keyOf(check));
}

function keyOf({ agent, guardrail, on, of }: Passed): string {
  return JSON.stringify([agent, guardrail, on, of]);
}

type GuardEvent = Of<"answer.held" | "guardrail.tripped" | "guardrail.passed">;

/** Takes what guardrails said into a conversation: what they refused is no part of it any more. */
export function applyGuard(conversation: Guarded, event: GuardEvent): void {
  const { run } = conversation;
  if (!run) return;
  if (event.type === "guardrail.passed") {
    run.guard.passed.add(keyOf(event));
  } else if (event.type === "answer.held") {
    run.guard.held = event;
    run.turn = event.turn;
  } else {
    if (event.behavior === "stop") run.guard.stopped ??= event.message;
    refuse(conversation, event);
  }
}

function refuse({ entries, run, unchecked }: Guarded, event: Of<"guardrail.tripped">): void {
  const { runId, turn, on, messageId, message, behavior } = event;
  switch (on) {
    case "input":
      remove(entries, (entry) => entry.type === "message" && entry.messageId === messageId);
      remove(unchecked, (each) => each.messageId === messageId);
      return;
    case "output":
      if (run) run.guard.held = null;
      remove(entries, (entry) => entry.type === "answer" && entry.runId === runId && entry.turn === turn);
      if (behavior === "stop") return;
      entries.push({ type: "correction", text: `Your last answer was not given to the user. ${message} Answer anew.` });
      if (run) run.guard.rejected += 1;
      return;
    case "toolArguments":
      // The call's own events tell of it.
      return;
    case "toolResult": {
      const call = findCall(entries, event);
      if (!call) return;
      call.output = message;
      call.file = null;
      call.isRefused = true;
    }
  }
}

function findCall(
  entries: readonly Kept[],
  { runId, callRun = runId, turn, index }: Of<"guardrail.tripped">,
): KeptCall | undefined {
  const answer = entries.findLast((entry) => entry.type === "answer" && entry.runId === callRun && entry.turn === turn);
  return answer?.calls?.[index ?? -1];
}

function remove<Each>(list: Each[], fits: (each: Each) => boolean): void {
  const at = list.findLastIndex(fits);
  if (at >= 0) list.splice(at, 1);
}
