import "server-only";
import { singleton } from "#lib/core/singleton.ts";
import { listen } from "#lib/db/notify.ts";
import type { Event } from "./schema.ts";

export const EVENTS_CHANNEL = "run_events";

/** A follower looks by itself this often, so that a lost wake-up costs a moment and nothing else. */
const POLL_MS = 2_000;

/** What wakes a follower: what was just written here, a word that there is something to read, or that nothing was said for long. */
export type Wake = Event[] | "read" | "quiet";

/**
 * The end of a log that this process writes: its followers here get what was written as it is, without the way through the
 * database. There is one for a run; a later one takes its place.
 */
export class Tail {
  readonly #runId: string;
  #seq: number;

  constructor(runId: string, seq: number) {
    this.#runId = runId;
    this.#seq = seq;
    tails().set(runId, this);
  }

  /** Whether nothing has been written after this number. */
  isAt(seq: number): boolean {
    return this.#seq === seq;
  }

  /** To be called when the events are in the database, and in their order. */
  push(events: Event[]): void {
    this.#seq = events.at(-1)?.seq ?? this.#seq;
    wake(this.#runId, events);
  }

  /** Nothing more is written here; what others may write is in the database. */
  close(): void {
    if (tails().get(this.#runId) !== this) return;
    tails().delete(this.#runId);
    wake(this.#runId, "read");
  }
}

/** Whether this process writes the run's log and has written nothing after `seq`, so that there is nothing to read. */
export function isAtTail(runId: string, seq: number): boolean {
  return tails().get(runId)?.isAt(seq) ?? false;
}

/** Resolves `event` at the next wake-up for the run; to "quiet" after the poll time or at the abort. */
export function wakeUp(runId: string, signal: AbortSignal) {
  hearOthers();
  const waiting = waiters();
  const { promise: event, resolve } = Promise.withResolvers<Wake>();
  const stopped = () => resolve("quiet");
  const timer = setTimeout(stopped, POLL_MS);
  const set = waiting.get(runId) ?? new Set();
  waiting.set(runId, set.add(resolve));
  signal.addEventListener("abort", stopped, { once: true });
  const forget = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stopped);
    set.delete(resolve);
    if (set.size === 0 && waiting.get(runId) === set) waiting.delete(runId);
  };
  return { event, forget };
}

function wake(runId: string, word: Wake): void {
  for (const notified of waiters().get(runId) ?? []) notified(word);
}

function tails(): Map<string, Tail> {
  return singleton("run-tails", () => new Map());
}

/** Who waits for which run. */
function waiters(): Map<string, Set<(word: Wake) => void>> {
  return singleton("run-waiters", () => new Map());
}

/** One LISTEN serves them all. What this process writes, its followers have already. */
function hearOthers(): void {
  singleton("run-listener", () => listen(EVENTS_CHANNEL, (runId) => tails().has(runId) || wake(runId, "read")));
}
