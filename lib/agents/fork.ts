import "server-only";
import { rm } from "node:fs/promises";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";
import { copyFiles, createCopy, type Logged, type Place, readRuns } from "./copy-session.ts";
import { findMessage } from "./inputs.ts";
import type { NewMessage } from "./schema.ts";
import { deleteSession, sessionNotFound } from "./sessions.ts";
import { sendMessage } from "./talk.ts";

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
  const forked = createId("session");
  await withFiles(member, { from: sessionId, to: forked }, async () => {
    const runs = await readRuns(sessionId, at);
    await createCopy(member, session, { id: forked, runs: runsBefore(runs, at) });
  });
  try {
    if (message) await sendMessage(member, forked, { message, mode: "queue" });
  } catch (error) {
    await deleteSession(member, forked);
    throw error;
  }
  return { sessionId: forked };
}

/** Copies the files of a session before `work` makes the other one; when that fails, they go again. */
export async function withFiles(
  member: Member,
  { from, to }: { from: string; to: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await copyFiles(member, { from, to });
    await work();
  } catch (error) {
    await rm(dataDirectory.artifacts(member.teamId, to), { recursive: true, force: true });
    throw error;
  }
}

/** What ended before the message; of a run that it joined on its way, what was before it, as one that was stopped there. */
function runsBefore(runs: readonly Logged[], at: Place): Logged[] {
  const cut = runs.map((each) => (each.run.position === at.position ? cutAt(at, each) : each));
  // Of the run that the message began there is nothing before it.
  return cut.filter(({ run, events }) => run.position !== at.position || events.length > 2);
}

function cutAt({ seq }: Place, { run, events }: Logged): Logged {
  const ended = { type: "run.cancelled", message: "Forked here." } as const;
  const at = new Date();
  const last = { runId: run.id, seq, type: ended.type, at, within: null, body: JSON.stringify(ended) };
  return {
    run: { ...run, status: "cancelled", finishedAt: at, outcome: ended.message },
    events: [...events.filter((event) => event.seq < seq), last],
  };
}
