import "server-only";
import { Prisma } from "#lib/db/client.ts";
import { type EventBody, withinOf } from "./schema.ts";

/** An event with its number in its run's log. */
export type Numbered = { seq: number; body: EventBody; at: Date };

/** The statement that writes events for the run whose `id` the statement `held` gives; those written before stay as they are. */
export function insertEvents(batch: readonly Numbered[]): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "Event" ("runId", seq, type, at, within, body)
    SELECT held.id, row.seq, row.type, row.at, row.within, row.body
    FROM held, unnest(
      ${batch.map(({ seq }) => seq)}::int[], ${batch.map(({ body }) => body.type)}::text[],
      ${batch.map(({ at }) => at.toISOString())}::timestamp[], ${batch.map(({ body }) => withinOf(body))}::text[],
      ${batch.map(({ body }) => JSON.stringify(body))}::text[]
    ) AS row (seq, type, at, within, body)
    ON CONFLICT DO NOTHING`;
}
