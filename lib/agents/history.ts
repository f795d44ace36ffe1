import "server-only";
import { execute, Prisma } from "#lib/db/client.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { Conversation } from "./conversation.ts";

/** What no model is told of. */
const SILENT = ["tool.log", "tool.artifact", "environment.log", "reasoning.delta", "tool.arguments.delta"];
/** What changes only what the model is shown. */
const FOR_THE_MODEL = ["context.trimmed", "context.compacted", "context.filtered"];

/** The conversation as a session's log tells it to its model, up to the run at a position. */
export async function readConversation(sessionId: string, { position }: { position: number }): Promise<Conversation> {
  return conversationOf(await readLog(sessionId, { position, without: SILENT }));
}

/** The whole conversation of a session: nothing cut, nothing summed up. */
export async function readWholeConversation(sessionId: string): Promise<Conversation> {
  return conversationOf(await readLog(sessionId, { without: [...SILENT, ...FOR_THE_MODEL] }));
}

/** The events of a session in their order, `without` those of some types. */
export async function readLog(
  sessionId: string,
  { position = 2 ** 31 - 1, without = [] }: { position?: number; without?: readonly string[] } = {},
) {
  const rows = await execute<{ runId: string; position: number; seq: number; at: number; body: string }>(Prisma.sql`
    SELECT event."runId", run.position, event.seq, (extract(epoch FROM event.at) * 1000)::float8 AS at, event.body
    FROM "Run" AS run JOIN "Event" AS event ON event."runId" = run.id
    WHERE run."sessionId" = ${sessionId} AND run.position <= ${position} AND event.type <> ALL(${without})
    ORDER BY run.position, event.seq`);
  return rows.map(({ body, at, ...row }) => ({
    ...(JSON.parse(body) as EventBody),
    ...row,
    at: new Date(at).toISOString(),
  }));
}

function conversationOf(log: Awaited<ReturnType<typeof readLog>>): Conversation {
  const conversation = new Conversation();
  for (const event of log) conversation.apply(event);
  return conversation;
}
