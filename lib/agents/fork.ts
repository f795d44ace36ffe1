import "server-only";
import { cp, lstat } from "node:fs/promises";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { db, type Event, type Run } from "#lib/db/client.ts";
import { findMessage } from "./inputs.ts";
import type { NewMessage } from "./schema.ts";
import { deleteSession, sessionNotFound } from "./sessions.ts";
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
  const at = await findMessage(db(), { sessionId, messageId });
  if (!at) throw new AppError("not_found", "That message is not in the session's log; it may still wait.");
  const { agentVersionId, agentName, title, data } = session;
  const of = { agentVersionId, agentName, title, data };
  const forked = await createSession(member, { ...of, forkedFromId: sessionId });
  try {
    await copyFiles(member, { from: sessionId, to: forked });
    await copyRuns(sessionId, { to: forked, at });
    if (message) await sendMessage(member, forked, { message, mode: "queue" });
  } catch (error) {
    await deleteSession(member, forked);
    throw error;
  }
  return { sessionId: forked };
}

async function copyFiles({ teamId }: Member, { from, to }: { from: string; to: string }): Promise<void> {
  const [here, there] = [from, to].map((id) => dataDirectory.artifacts(teamId, id));
  await cp(here ?? "", there ?? "", { recursive: true, verbatimSymlinks: true, filter: isCopied }).catch(
    (error: NodeJS.ErrnoException) => {
      // A session without files has no directory.
      if (error.code !== "ENOENT") throw error;
    },
  );
}

/** A tool can also leave sockets and pipes, which nobody could copy. */
async function isCopied(file: string): Promise<boolean> {
  const stat = await lstat(file);
  return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
}

type Place = { position: number; seq: number };

/** Copies what ended before the message; of a run that it joined on its way, what was before it, as one that was stopped there. */
async function copyRuns(sessionId: string, { to, at }: { to: string; at: Place }): Promise<void> {
  const runs = await db().run.findMany({
    where: { sessionId, position: { lte: at.position } },
    include: { events: { orderBy: { seq: "asc" } } },
    orderBy: { position: "asc" },
  });
  const before = runs.map(({ events, ...run }) =>
    run.position === at.position ? cutAt(at, { run, events }) : { run, events },
  );
  // Of the run that the message began there is nothing before it.
  const copied = before.filter(({ run, events }) => run.position !== at.position || events.length > 2);
  const ids = new Map(copied.map(({ run }) => [run.id, createId("run")]));
  const copies = copied.map(({ run, events }) => ({ ...run, id: ids.get(run.id) ?? "", sessionId: to, events }));
  await db().$transaction([
    db().run.createMany({ data: copies.map(({ events: _, ...run }) => run) }),
    db().event.createMany({
      data: copies.flatMap(({ id, events }) =>
        events.map((event) => ({ ...event, runId: id, body: renamed(event, ids) })),
      ),
    }),
  ]);
}

type Copied = { run: Run; events: Event[] };

function cutAt({ seq }: Place, { run, events }: Copied): Copied {
  const ended = { type: "run.cancelled", message: "Forked here." } as const;
  const at = new Date();
  const last = { runId: run.id, seq, type: ended.type, at, within: null, body: JSON.stringify(ended) };
  return {
    run: { ...run, status: "cancelled", finishedAt: at, outcome: ended.message },
    events: [...events.filter((event) => event.seq < seq), last],
  };
}

/** What was cut of earlier calls names their runs. */
function renamed({ type, body }: Event, ids: ReadonlyMap<string, string>): string {
  if (type !== "context.trimmed") return body;
  const { calls, ...event } = JSON.parse(body) as { calls: { runId: string }[] };
  return JSON.stringify({
    ...event,
    calls: calls.map((call) => ({ ...call, runId: ids.get(call.runId) ?? call.runId })),
  });
}
