import "server-only";
import { db } from "#lib/db/client.ts";
import { type Event, type EventBody, TERMINAL } from "./schema.ts";
import { isAtTail, type Wake, wakeUp } from "./wake.ts";

const PAGE = 500;

/**
 * Yields the events of a run after `after` in order, page by page, until nothing can come any more, or the abort.
 * An empty page says that nothing happened for a while, so that the caller can keep its connection alive.
 */
export async function* follow(runId: string, after: number, signal: AbortSignal): AsyncGenerator<Event[]> {
  let cursor = after;
  let heard: Wake = [];
  while (!signal.aborted) {
    const wake = wakeUp(runId, signal);
    try {
      const page = await pageAfter(runId, cursor, heard);
      const last = page.at(-1);
      if (last) {
        cursor = last.seq;
        yield page.map(withoutHeld);
        if (TERMINAL.has(last.type)) return;
        heard = [];
      } else if (!isAtTail(runId, cursor) && (await isOver(runId, cursor))) {
        return;
      } else {
        heard = await wake.event;
        if (heard === "quiet") yield [];
      }
    } finally {
      wake.forget();
    }
  }
}

/** What no guardrail has passed yet is for no reader; the log keeps it for the loop. */
export function withoutHeld<Told extends EventBody>(event: Told): Told {
  return event.type === "answer.held" ? { ...event, items: [] } : event;
}

/** What comes after the cursor: of a log that is written here what was heard, and from the database only what was missed. */
async function pageAfter(runId: string, cursor: number, heard: Wake): Promise<Event[]> {
  if (Array.isArray(heard)) {
    if (heard[0]?.seq === cursor + 1) return heard;
    if (isAtTail(runId, cursor)) return [];
  }
  return listEvents(runId, cursor);
}

/** Whether a follower that has read up to `cursor` has read all there will ever be. One that is gone is over too. */
export async function isOver(runId: string, cursor: number): Promise<boolean> {
  const more = { OR: [{ finishedAt: null }, { events: { some: { seq: { gt: cursor } } } }] };
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
