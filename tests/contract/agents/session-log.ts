import { db } from "#lib/db/client.ts";
import type { Event, EventBody } from "#lib/runs/schema.ts";
import { applyFrame, emptyTranscript, type LogFrame, type Transcript } from "#lib/runs/transcript.ts";

/** All rows of a session's log in their order, as the database has them. */
export async function readSessionLog(sessionId: string): Promise<LogFrame[]> {
  const runs = await db().run.findMany({
    where: { sessionId },
    orderBy: { position: "asc" },
    include: { events: { orderBy: { seq: "asc" } } },
  });
  return runs.flatMap(({ position, events }) =>
    events.map(({ runId, seq, at, body }) => {
      const event: Event = { ...(JSON.parse(body) as EventBody), runId, seq, at: at.toISOString() };
      return { position: position ?? 0, event };
    }),
  );
}

/** What a page shows of a log. */
export function foldLog(log: readonly LogFrame[]): Transcript {
  return log.reduce(applyFrame, emptyTranscript);
}
