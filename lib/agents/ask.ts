import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { toAppError } from "#lib/core/errors.ts";
import { costOf } from "#lib/providers/facts.ts";
import { type HostedUse, hostedUses } from "#lib/providers/hosted-cost.ts";
import {
  type Item,
  type ModelDelta,
  ModelFailure,
  type ModelRequest,
  type ModelResponse,
} from "#lib/providers/model.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import type { Journal } from "./journal.ts";
import type { LiveModel } from "./live-model.ts";

/** Tries after the first; the pauses before them are about 8 s in all when the server asks for none. */
const RETRIES = 5;
const FIRST_PAUSE_MS = 250;
/** Nobody waits longer for a server that asks for it. */
const LONGEST_PAUSE_MS = 120_000;

type Question = { agent: string; turn: number; live: LiveModel; request: ModelRequest };

/** What is done with an answer that comes. */
type Keeping = {
  signal: AbortSignal;
  /** `held` is an answer of which nothing is shown before guardrails have passed it, unless it only calls. */
  shown: "live" | "held";
  /** What has to be true before the answer is kept; where it throws, nothing of it is. */
  ready: () => Promise<void>;
  /** The items as the log has them. */
  keep: (items: readonly Item[]) => Promise<Item[]>;
};

/**
 * Asks the model for one turn and journals its answer, of which nothing is used before it is in the log. Tries again, and says so,
 * where that may help; throws the last `ModelFailure`, or the signal's reason.
 */
export async function ask(
  journal: Journal,
  question: Question,
  { signal, shown, ready, keep }: Keeping,
): Promise<void> {
  const { agent, turn, live } = question;
  const { by, provider, name: model } = live;
  let started = 0;
  const response = await respond(journal, question, {
    signal,
    ...(shown === "live" && { onDelta: (delta) => journal.note(deltaEvent({ agent, turn }, delta)) }),
    onAttempt: (attempt) => {
      started = performance.now();
      journal.note({ type: "model.started", agent, turn, attempt, by, provider, model });
    },
  });
  const earlier = journal.conversation.entries.flatMap((entry) => (entry.type === "answer" ? entry.items : []));
  const hosted = hostedUses(model, { items: response.output, earlier, tools: question.request.tools });
  const used = usageEvents({ agent, turn }, { model, usage: response.usage, hosted });
  await ready().catch(async (error: unknown) => {
    // Nothing of the answer is kept, but it was paid for.
    await journal.commit(used);
    throw error;
  });
  const type = shown === "held" && !hasCalls(response) ? "answer.held" : "model.responded";
  const { status, reason, id, output, takes } = response;
  const ms = Math.round(performance.now() - started);
  const answered = { agent, turn, status, reason, responseId: id, items: await keep(output), ms };
  await journal.commit([{ type, ...answered }, ...used], takes ? { takes } : {});
}

/** Whether calls of it will be run, so that it does not end its run. */
function hasCalls({ status, output }: ModelResponse): boolean {
  return status === "completed" && output.some(({ type }) => type === "function_call");
}

/** What an answer took, where its server says so. */
export function usageEvents(
  at: { agent: string; turn: number },
  { model, usage, hosted = [] }: { model: string; usage: ModelResponse["usage"]; hosted?: HostedUse[] },
): EventBody[] {
  if (!usage) return [];
  const tokens = costOf(model, usage);
  const cost = tokens === null ? null : hosted.reduce((sum, each) => sum + (each.cost ?? 0), tokens);
  return [{ type: "usage", ...at, model, ...usage, cost, ...(hosted.length > 0 && { hosted }) }];
}

type Listening = {
  signal: AbortSignal;
  onDelta?: (delta: ModelDelta) => void;
  onAttempt?: (attempt: number) => void;
  /** Tells that it is tried again; left out, the log does. */
  onRetry?: (retry: Extract<EventBody, { type: "retry" }>) => Promise<void>;
};

/** The model's answer after as many tries as may help, each of which the log tells. Throws like `ask`. */
export async function respond(
  journal: Journal,
  { agent, turn, live, request }: Question,
  { signal, onDelta, onAttempt, onRetry = (retry) => journal.commit([retry]) }: Listening,
): Promise<ModelResponse> {
  for (let attempt = 1; ; attempt++) {
    onAttempt?.(attempt);
    let partial = "";
    const hear = (delta: ModelDelta) => {
      // Of what nobody may see yet, a retry must not tell either.
      if (onDelta && (delta.type === "text" || delta.type === "refusal")) partial += delta.text;
      onDelta?.(delta);
    };
    try {
      return await live.model.respond(request, { signal, onDelta: hear });
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = pauseBefore(attempt, error);
      if (waitMs === null) throw error;
      const { message } = toAppError(error);
      await onRetry({ type: "retry", agent, turn, attempt, message, waitMs, partial });
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
