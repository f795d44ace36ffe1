import "server-only";
import { cp } from "node:fs/promises";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";
import type { NewMessage } from "./schema.ts";
import { sessionNotFound } from "./sessions.ts";
import { createSession, sendMessage } from "./talk.ts";

type Member = { id: string; teamId: string };

/** From which message on a session goes another way, and what is said there instead; without, nothing is said yet. */
export type Fork = { messageId: string; message?: NewMessage };

/**
 * Makes a session with everything that was in another one before a message, and says something else in its place. The other stays
 * as it is; its files are copied. Throws `not_found`, also for another team's, and `conflict` for a message that waits.
 */
export async function forkSession(
  member: Member,
  sessionId: string,
  { messageId, message }: Fork,
): Promise<{ sessionId: string }> {
  const session = await db().agentSession.findFirst({ where: { id: sessionId, teamId: member.teamId } });
  if (!session) throw sessionNotFound(sessionId);
  const at = await findMessage(sessionId, messageId);
  if (!at) throw new AppError("not_found", "That message is not in the session's log; it may still wait.");
  const { agentVersionId, agentName, title } = session;
  const forked = await createSession(member, { agentVersionId, agentName, title, forkedFromId: sessionId });
  const [from, to] = [sessionId, forked].map((id) => dataDirectory.artifacts(member.teamId, id));
  await cp(from ?? "", to ?? "", { recursive: true, verbatimSymlinks: true }).catch((error: NodeJS.ErrnoException) => {
    // A session without files has no directory.
    if (error.code !== "ENOENT") throw error;
  });
  await copyRuns(sessionId, { to: forked, at });
  if (message) await sendMessage(member, forked, { message, mode: "queue" });
  return { sessionId: forked };
}

type Place = { position: number; seq: number };

async function findMessage(sessionId: string, messageId: string): Promise<Place | null> {
  const rows = await db().$queryRaw<(Place & { body: string })[]>`
    SELECT run.position, event.seq, event.body
    FROM "Run" AS run JOIN "Event" AS event ON event."runId" = run.id
    WHERE run."sessionId" = ${sessionId} AND event.type = 'message'`;
  return rows.find(({ body }) => (JSON.parse(body) as { messageId: string }).messageId === messageId) ?? null;
}

/** Copies what ended before the message; of a run that it joined on its way, what was before it, as one that was stopped there. */
async function copyRuns(sessionId: string, { to, at }: { to: string; at: Place }): Promise<void> {
  const runs = await db().run.findMany({
    where: { sessionId, position: { lte: at.position } },
    orderBy: { position: "asc" },
  });
  for (const run of runs) {
    const isCut = run.position === at.position;
    const events = await db().event.findMany({
      where: { runId: run.id, ...(isCut && { seq: { lt: at.seq } }) },
      orderBy: { seq: "asc" },
    });
    // The message began it: nothing was before it.
    if (isCut && events.length <= 1) continue;
    const id = createId("run");
    const ended = { type: "run.cancelled", message: "Forked here." } as const;
    const last = { seq: at.seq, type: ended.type, at: new Date(), body: JSON.stringify(ended) };
    const copied = [
      ...events.map(({ seq, type, at: time, body }) => ({ seq, type, at: time, body })),
      ...(isCut ? [last] : []),
    ];
    await db().$transaction([
      db().run.create({
        data: {
          ...run,
          id,
          sessionId: to,
          ...(isCut && { status: "cancelled" as const, finishedAt: new Date(), outcome: ended.message }),
        },
      }),
      db().event.createMany({ data: copied.map((event) => ({ ...event, runId: id })) }),
    ]);
  }
}
