import "server-only";
import { singleton } from "#lib/core/singleton.ts";
import { db } from "#lib/db/client.ts";
import { listen } from "#lib/db/notify.ts";
import { type Event, type EventBody, TERMINAL } from "./schema.ts";

export const EVENTS_CHANNEL = "run_events";

const PAGE = 500;
/** A follower looks by itself this often, so that a lost wake-up costs a moment and nothing else. */
const POLL_MS = 2_000;

/**
 * Yields the events of a run after `after` in order, page by page, until nothing can come any more, or the abort.
 * An empty page says that nothing happened for a while, so that the caller can keep its connection alive.
 */
export async function* follow(runId: string, after: number, signal: AbortSignal): AsyncGenerator<Event[]> {
  let cursor = after;
  while (!signal.aborted) {
    const wake = wakeUp(runId, signal);
    try {
      const page = await listEvents(runId, cursor);
      const last = page.at(-1);
      if (last) {
        cursor = last.seq;
        yield page;
        if (TERMINAL.has(last.type)) return;
      } else if (await isOver(runId, cursor)) {
        return;
      } else if (!(await wake.event)) {
        yield [];
      }
    } finally {
      wake.forget();
    }
  }
}

/** Whether a follower that has read up to `cursor` has read all there will ever be. One that is gone is over too. */
export async function isOver(runId: string, cursor: number): Promise<boolean> {
  const more = { OR: [{ status: "running" as const }, { events: { some: { seq: { gt: cursor } } } }] };
  return (await db().run.count({ where: { id: runId, ...more } })) === 0;
}

/** At most 500 events of a run after `after`, in order. */
async function listEvents(runId: string, after: number): Promise<Event[]> {
  const rows = await db().event.findMany({
    where: { runId, seq: { gt: after } },
    orderBy: { seq: "asc" },
    take: PAGE,
  });
  return rows.map((row) => ({
    ...(JSON.parse(row.body) as EventBody),
    seq: row.seq,
    runId,
    at: row.at.toISOString(),
  }));
}

/** Resolves `event` to true at the next notification for the run, to false after the poll time or at the abort. */
function wakeUp(runId: string, signal: AbortSignal) {
  const waiting = waiters();
  const { promise: event, resolve } = Promise.withResolvers<boolean>();
  const notified = () => resolve(true);
  const stopped = () => resolve(false);
  const timer = setTimeout(stopped, POLL_MS);
  const set = waiting.get(runId) ?? new Set();
  waiting.set(runId, set.add(notified));
  signal.addEventListener("abort", stopped, { once: true });
  const forget = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stopped);
    set.delete(notified);
    if (set.size === 0 && waiting.get(runId) === set) waiting.delete(runId);
  };
  return { event, forget };
}

/** Who waits for which run; one LISTEN serves them all. */
function waiters(): Map<string, Set<() => void>> {
  return singleton("run-waiters", () => {
    const waiting = new Map<string, Set<() => void>>();
    listen(EVENTS_CHANNEL, (runId) => {
      for (const notified of waiting.get(runId) ?? []) notified();
    });
    return waiting;
  });
}
