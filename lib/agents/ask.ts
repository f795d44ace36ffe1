import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { toAppError } from "#lib/core/errors.ts";
import { costOf } from "#lib/providers/facts.ts";
import { type ModelDelta, ModelFailure, type ModelRequest, type ModelResponse } from "#lib/providers/model.ts";
import type { Journal } from "./journal.ts";
import type { LiveModel } from "./live-model.ts";

/** Tries after the first; the pauses before them are about 8 s in all when the server asks for none. */
const RETRIES = 5;
const FIRST_PAUSE_MS = 250;
/** Nobody waits longer for a server that asks for it. */
const LONGEST_PAUSE_MS = 120_000;

type Question = { agent: string; turn: number; live: LiveModel; request: ModelRequest };

/**
 * Asks the model for one turn and journals its answer, of which nothing is used before it is in the log. Tries again, and says so,
 * where that may help; throws the last `ModelFailure`, or the signal's reason.
 */
export async function ask(journal: Journal, question: Question, signal: AbortSignal): Promise<void> {
  const { agent, turn, live } = question;
  const { by, provider, name: model } = live;
  let started = 0;
  const response = await respond(journal, question, {
    signal,
    onDelta: (delta) => journal.note(deltaEvent({ agent, turn }, delta)),
    onAttempt: (attempt) => {
      started = performance.now();
      journal.note({ type: "model.started", agent, turn, attempt, by, provider, model });
    },
  });
  await answered(journal, { agent, turn, model, response, ms: performance.now() - started });
}

type Listening = {
  signal: AbortSignal;
  onDelta?: (delta: ModelDelta) => void;
  onAttempt?: (attempt: number) => void;
};

/** The model's answer after as many tries as may help, each of which the log tells. Throws like `ask`. */
export async function respond(
  journal: Journal,
  { agent, turn, live, request }: Question,
  { signal, onDelta, onAttempt }: Listening,
): Promise<ModelResponse> {
  for (let attempt = 1; ; attempt++) {
    onAttempt?.(attempt);
    let partial = "";
    const hear = (delta: ModelDelta) => {
      if (delta.type === "text" || delta.type === "refusal") partial += delta.text;
      onDelta?.(delta);
    };
    try {
      return await live.model.respond(request, { signal, onDelta: hear });
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = pauseBefore(attempt, error);
      if (waitMs === null) throw error;
      const { message } = toAppError(error);
      await journal.commit([{ type: "retry", agent, turn, attempt, message, waitMs, partial }]);
      await pause(waitMs, null, { signal });
    }
  }
}

/** Milliseconds to wait before the next try; null when there is none. */
function pauseBefore(attempt: number, error: unknown): number | null {
  if (!(error instanceof ModelFailure) || !error.again || attempt > RETRIES) return null;
  if (error.retryAfterMs !== null) return error.retryAfterMs > LONGEST_PAUSE_MS ? null : Math.ceil(error.retryAfterMs);
  // Spread, so that those who failed together do not come back together.
  return Math.round(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2));
}

type Answered = { agent: string; turn: number; model: string; response: ModelResponse; ms: number };

async function answered(journal: Journal, { agent, turn, model, response, ms }: Answered): Promise<void> {
  const { status, reason, id, output, usage, takes } = response;
  const at = { agent, turn };
  await journal.commit(
    [
      { type: "model.responded", ...at, status, reason, responseId: id, items: output, ms: Math.round(ms) },
      ...(usage ? [{ type: "usage" as const, ...at, model, ...usage, cost: costOf(model, usage) }] : []),
    ],
    takes ? { takes } : {},
  );
}

function deltaEvent(at: { agent: string; turn: number }, delta: ModelDelta) {
  switch (delta.type) {
    case "text":
    case "refusal":
      return { type: "text.delta" as const, ...at, text: delta.text };
    case "reasoning":
      return { type: "reasoning.delta" as const, ...at, text: delta.text };
    case "arguments":
      return { type: "tool.arguments.delta" as const, ...at, index: delta.index, name: delta.name, text: delta.text };
  }
}
