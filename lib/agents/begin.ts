import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log.ts";
import { type AgentVersion, db, execute, Prisma } from "#lib/db/client.ts";
import { type AgentWorker, announceRun, openAgentRun, takeRun } from "#lib/runs/agent-run.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { messageEvent } from "./inputs.ts";
import { pinTools } from "./pins.ts";
import { readVersion } from "./read-version.ts";
import { announceChange } from "./session-channel.ts";

/** A session's row while it is held, and what a run of it begins with. */
export type HeldSession = {
  id: string;
  teamId: string;
  agentVersionId: string;
  /** The run that has not ended, if there is one. */
  unfinished: string | null;
};

/** Holds a session for the rest of the transaction, so that one run at a time begins; null when the team has none of that id. */
export async function holdSession(
  tx: Prisma.TransactionClient,
  { sessionId, teamId }: { sessionId: string; teamId?: string },
): Promise<HeldSession | null> {
  // Apart: a statement that had to wait would still see the runs that there were when it began.
  await tx.$queryRaw`SELECT FROM "AgentSession" WHERE id = ${sessionId} FOR UPDATE`;
  const [held] = await tx.$queryRaw<HeldSession[]>`
    SELECT session.id, session."teamId", session."agentVersionId",
      (SELECT id FROM "Run" WHERE "sessionId" = session.id AND "finishedAt" IS NULL) AS unfinished
    FROM "AgentSession" AS session WHERE session.id = ${sessionId}`;
  return held && (teamId === undefined || held.teamId === teamId) ? held : null;
}

/** What a session's next run would begin with: its agent's version and what that keeps to of its tools. */
export type Beginning = Extract<EventBody, { type: "run.started"; kind: "agent" }>;

/** Reads that before the session is held, since holding it must not wait for more; null when there is no such session. */
export async function prepareBeginning(sessionId: string): Promise<Beginning | null> {
  const session = await db().agentSession.findUnique({ where: { id: sessionId }, include: { agentVersion: true } });
  return session && beginningOf(session, session.agentVersion);
}

/** What a run of this version would begin with now. */
export async function beginningOf(
  member: { teamId: string },
  version: Pick<AgentVersion, "definition" | "number" | "id">,
): Promise<Beginning> {
  const { number, id } = version;
  const file = readVersion(version);
  const tools = await pinTools(member, file);
  return { type: "run.started", kind: "agent", agent: file.name, agentVersionId: id, versionNumber: number, tools };
}

type Opening = {
  /** Makes the session, where there is none yet. */
  session?: Prisma.Sql;
  startedBy: string;
  message: { id: string; body: string; createdBy: string } | null;
  beginning: Beginning | null;
};

/**
 * Makes the session's next run, with the message that begins it, or going on without one. Throws `conflict` when the session
 * changed its agent since the beginning was prepared.
 */
export async function openRun(
  tx: Pick<Prisma.TransactionClient, "$executeRaw">,
  { id: sessionId, teamId, agentVersionId }: HeldSession,
  { startedBy, message, beginning, ...made }: Opening,
): Promise<string> {
  if (beginning?.agentVersionId !== agentVersionId) {
    throw new AppError("conflict", "The session's agent was changed just now; send again.");
  }
  const run = { teamId, startedBy, sessionId, agentVersionId, inputId: message?.id ?? null, ...made };
  return openAgentRun(tx, run, [beginning, ...(message ? [messageEvent(message, "start")] : [])]);
}

/** Hands a run that waits to this process, or with no worker here to whichever has one; nobody waits for that. */
export function dispatch(sessionId: string, runId: string, worker: AgentWorker | null): void {
  const handed = worker ? takeRun(runId, worker) : announceRun(runId);
  Promise.all([handed, announceChange(sessionId)]).catch((error: unknown) =>
    log.warn("a run could not be handed to a worker; one looks for it within seconds", { runId, error }),
  );
}

/** The sessions with a message that waits while no run is going. */
export async function listWaiting(): Promise<string[]> {
  const sessions = await db().agentSession.findMany({
    where: {
      inputs: { some: { kind: { in: ["message", "steer"] } } },
      runs: { none: { finishedAt: null } },
    },
    select: { id: true },
    take: 100,
  });
  return sessions.map(({ id }) => id);
}

/** Begins a run with the message that has waited longest, if one waits and no run is going; answers with its id. */
export async function beginNext(sessionId: string, worker: AgentWorker): Promise<string | null> {
  if (!(await isWaitedFor(sessionId))) return null;
  const beginning = await prepareBeginning(sessionId);
  const runId = await db().$transaction(async (tx) => {
    const session = await holdSession(tx, { sessionId });
    if (!session || session.unfinished !== null) return null;
    const message = await tx.sessionInput.findFirst({
      where: { sessionId, kind: { in: ["message", "steer"] } },
      orderBy: { order: "asc" },
    });
    if (!message) return null;
    await tx.sessionInput.delete({ where: { sessionId_id: { sessionId, id: message.id } } });
    return openRun(tx, session, { startedBy: message.createdBy, message, beginning });
  });
  if (runId) dispatch(sessionId, runId, worker);
  return runId;
}

/** Whether a message waits: most often none does. One that is just being sent, by somebody who holds the session, is waited for. */
async function isWaitedFor(sessionId: string): Promise<boolean> {
  await execute(Prisma.sql`SELECT FROM "AgentSession" WHERE id = ${sessionId} FOR UPDATE`);
  const waiting = await execute(Prisma.sql`
    SELECT FROM "SessionInput" WHERE "sessionId" = ${sessionId} AND kind IN ('message', 'steer') LIMIT 1`);
  return waiting.length > 0;
}
