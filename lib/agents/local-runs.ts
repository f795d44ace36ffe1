import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { db } from "#lib/db/client.ts";
import { takeRun } from "#lib/runs/agent-run.ts";
import { follow } from "#lib/runs/log.ts";
import type { Event } from "#lib/runs/schema.ts";
import { listDeadServers } from "#lib/runs/server.ts";
import { wakeOverdue } from "#lib/runs/waiting.ts";
import { onSessionChange } from "./session-channel.ts";
import { workerHere } from "./worker.ts";

type Member = { teamId: string };

const POLL_MS = 500;

/**
 * The events of a run to its end, or until it waits for people. One that no living server works on is taken up here and goes on from where it was; one that
 * another works on is only watched. Throws `not_found` for a run that is none of an agent's in this team.
 */
export async function* resumeRun(member: Member, runId: string): AsyncGenerator<Event> {
  const run = await db().run.findFirst({ where: { id: runId, teamId: member.teamId, kind: "agent" } });
  if (!run) throw new AppError("not_found", `There is no agent's run ${runId} in this team.`);
  await takeUp(runId);
  yield* untilAside(runId);
}

/** The events of all of a session's runs that have not ended, up to the end of the one that a message began, or to where one waits for people. */
export async function* watchMessage(sessionId: string, messageId: string): AsyncGenerator<Event> {
  for (;;) {
    const change = nextChange(sessionId);
    const next = await db().run.findFirst({
      where: { sessionId, OR: [{ finishedAt: null }, { inputId: messageId }] },
      orderBy: { position: "asc" },
    });
    if (!next) {
      await change;
      continue;
    }
    await takeUp(next.id);
    yield* untilAside(next.id);
    if (next.inputId === messageId || (await isAside(next.id))) return;
  }
}

/** A run that was put aside writes nothing more before somebody decides. */
async function* untilAside(runId: string): AsyncGenerator<Event> {
  for await (const page of follow(runId, 0, new AbortController().signal)) {
    yield* page;
    if (page.length === 0 && (await isAside(runId))) return;
  }
}

async function isAside(runId: string): Promise<boolean> {
  return (await db().run.count({ where: { id: runId, status: "waiting" } })) > 0;
}

/** Takes a run that waits or whose server is gone; leaves one alone that somebody works on. */
async function takeUp(runId: string): Promise<void> {
  const worker = workerHere();
  await wakeOverdue();
  const run = await db().run.findUniqueOrThrow({ where: { id: runId } });
  if (!worker || run.finishedAt !== null) return;
  const isLeft = run.status === "queued" || (await listDeadServers()).includes(run.serverId);
  if (isLeft) await takeRun(runId, worker, { from: run.serverId });
}

async function nextChange(sessionId: string): Promise<void> {
  const changed = Promise.withResolvers<void>();
  const forget = onSessionChange(sessionId, changed.resolve);
  const timer = setTimeout(changed.resolve, POLL_MS);
  await changed.promise;
  forget();
  clearTimeout(timer);
}
