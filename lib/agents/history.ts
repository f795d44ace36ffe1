import "server-only";
import { db, Prisma } from "#lib/db/client.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { Conversation } from "./conversation.ts";

/** What no model is told of. */
const SILENT = ["tool.log", "tool.artifact", "environment.log", "reasoning.delta", "tool.arguments.delta"];

/** The conversation as a session's log tells it, up to a run, or up to an event of it. */
export async function readConversation(
  sessionId: string,
  until: { position: number; seq?: number },
): Promise<Conversation> {
  const conversation = new Conversation();
  for (const event of await readLog(sessionId, until)) conversation.apply(event);
  return conversation;
}

/** The events of a session in their order that say what was asked, answered and done. */
export async function readLog(sessionId: string, { position, seq }: { position: number; seq?: number }) {
  const before = seq === undefined ? Prisma.empty : Prisma.sql`AND (run.position < ${position} OR event.seq <= ${seq})`;
  const rows = await db().$queryRaw<{ runId: string; position: number; seq: number; at: Date; body: string }[]>`
    SELECT event."runId", run.position, event.seq, event.at, event.body
    FROM "Run" AS run JOIN "Event" AS event ON event."runId" = run.id
    WHERE run."sessionId" = ${sessionId} AND run.position <= ${position} ${before} AND event.type <> ALL(${SILENT})
    ORDER BY run.position, event.seq`;
  return rows.map(({ body, at, ...row }) => ({ ...(JSON.parse(body) as EventBody), ...row, at: at.toISOString() }));
}
