import type { Conversation } from "./conversation.ts";
import { limitReached, type NextStep } from "./next-step.ts";
import type { AgentLimits } from "./schema.ts";

/** A conversation whose limits hold, its own or those that it is inside of. */
export type Limited = { conversation: Conversation; limits: AgentLimits };

/**
 * The limit that one of the conversations around this one has reached, as the pause that follows. What an agent uses that is asked
 * like a tool, whoever asks it uses too; only its turns are its own.
 */
export function outerLimit(outer: readonly Limited[]): NextStep | null {
  const reached = outer.map(({ conversation: { run }, limits }) =>
    limitReached(run, { ...limits, turns: Number.POSITIVE_INFINITY }, Date.now()),
  );
  return reached.find((each) => each !== null) ?? null;
}

/** Aborts when the first of the limits of time is reached, which also ends an answer that takes too long. */
export function deadlineOf(limited: readonly Limited[]): AbortSignal {
  const ends = limited.map(({ conversation: { run }, limits }) =>
    run && limits.seconds !== undefined ? run.startedAt + run.waited + limits.seconds * 1000 : Number.POSITIVE_INFINITY,
  );
  const end = Math.min(...ends);
  if (end === Number.POSITIVE_INFINITY) return new AbortController().signal;
  return AbortSignal.timeout(Math.min(Math.max(0, end - Date.now()) + 1, LONGEST_TIMER_MS));
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;
