import "server-only";
import { createId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { execute, Prisma } from "#lib/db/client.ts";
import { notify } from "#lib/db/notify.ts";
import { insertEvents } from "./insert-events.ts";
import { Recorder } from "./recorder.ts";
import { type Finish, liveRuns, perform, QUEUE_CHANNEL } from "./run.ts";
import type { EventBody } from "./schema.ts";
import { serverId } from "./server.ts";

/** An agent's run as its worker gets it. */
export type AgentRun = {
  id: string;
  teamId: string;
  sessionId: string;
  agentVersionId: string;
  startedBy: string;
  position: number;
};

/** Who does agents' runs: starting one and going on with one that was cut off is the same. */
export type AgentWorker = {
  perform: (run: AgentRun, recorder: Recorder, signal: AbortSignal) => Promise<Finish | "aside">;
  /** Called when the run's end is in the log, or it was put aside. */
  ended: (run: AgentRun) => Promise<void>;
  /** Begins the runs that should have begun when another's end was written, and whose server stopped in between. */
  catchUp: () => Promise<void>;
};

type NewRun = {
  teamId: string;
  startedBy: string;
  sessionId: string;
  agentVersionId: string;
  inputId: string | null;
  /** Makes the session, where there is none yet. */
  session?: Prisma.Sql;
};

/**
 * Makes the next run of a session with its first events, waiting for a worker, and answers with its id; `tx` holds the session's
 * row, so that nobody else makes one. The run's row is its place in the queue.
 */
export async function openAgentRun(
  tx: Pick<Prisma.TransactionClient, "$executeRaw">,
  { session, ...run }: NewRun,
  first: readonly EventBody[],
): Promise<string> {
  const id = createId("run");
  const at = new Date();
  const events = first.map((body, before) => ({ seq: before + 1, body, at }));
  const spokenIn = Prisma.sql`UPDATE "AgentSession" SET "updatedAt" = now() AT TIME ZONE 'UTC' WHERE id = ${run.sessionId}`;
  await tx.$executeRaw`
    WITH session AS (${session ?? spokenIn}), held AS (
      INSERT INTO "Run" (id, "teamId", kind, "sessionId", position, "agentVersionId", "inputId", status, "startedBy", "serverId")
      SELECT ${id}, ${run.teamId}, 'agent', ${run.sessionId}, coalesce(max(position), 0) + 1, ${run.agentVersionId},
        ${run.inputId}, 'queued', ${run.startedBy}, '' FROM "Run" WHERE "sessionId" = ${run.sessionId}
      RETURNING id
    ) ${insertEvents(events)}`;
  return id;
}

/** Wakes the workers, wherever they are, for a run that waits. */
export async function announceRun(runId: string): Promise<void> {
  await notify(QUEUE_CHANNEL, runId);
}

/**
 * Takes a run that waits, or one that the server `from` left behind, and works on it in the background; false when another was
 * quicker. Of several that try, one wins, and whatever an earlier holder still writes is refused.
 */
export function takeRun(runId: string, worker: AgentWorker, { from }: { from?: string } = {}): Promise<boolean> {
  const taking = take(runId, worker, from);
  // Whoever waits until this process is idle also waits for a run that is just being taken.
  const noted = taking.then(
    () => undefined,
    () => undefined,
  );
  working().add(noted);
  void noted.then(() => working().delete(noted));
  return taking;
}

/** Resolves when this process works on no agent's run any more. */
export async function untilIdle(): Promise<void> {
  while (working().size > 0) await Promise.all(working());
}

async function take(runId: string, worker: AgentWorker, from: string | undefined): Promise<boolean> {
  if (liveRuns().has(runId)) return false;
  const cancel = new AbortController();
  // Before the row is ours: a row of ours that is not here is taken for one that was cut off.
  liveRuns().set(runId, cancel);
  runsBeingTaken().add(runId);
  const taken = await claim(runId, from)
    .catch((error: unknown) => {
      liveRuns().delete(runId);
      throw error;
    })
    .finally(() => runsBeingTaken().delete(runId));
  if (!taken) {
    liveRuns().delete(runId);
    return false;
  }
  const { recorder, run, cancelled } = taken;
  if (cancelled) cancel.abort();
  const work = perform(recorder, cancel, (_, signal) => worker.perform(run, recorder, signal))
    .finally(() => liveRuns().delete(runId))
    // Of one that was put aside and woken at once, this process was told while it still held it.
    .then((how) => how === "aside" && takeRun(runId, worker))
    .catch((error: unknown) => log.warn("a run that was woken is taken a little later", { runId, error }))
    .then(() => worker.ended(run))
    .finally(() => working().delete(work));
  working().add(work);
  return true;
}

/** The runs among the live ones whose row may not be this server's yet, so that nothing can be read from its saying so. */
export function runsBeingTaken(): Set<string> {
  return singleton("runs-being-taken", () => new Set());
}

function working(): Set<Promise<void>> {
  return singleton("agent-work", () => new Set());
}

type Claimed = AgentRun & { fence: number; cancelRequested: boolean };

async function claim(runId: string, from: string | undefined) {
  const own = await serverId();
  const left = from === undefined ? Prisma.sql`false` : Prisma.sql`(status = 'running' AND "serverId" = ${from})`;
  const [row] = await execute<Claimed>(Prisma.sql`
    UPDATE "Run" SET status = 'running', "serverId" = ${own}, fence = fence + 1
    WHERE id = ${runId} AND kind = 'agent' AND (status = 'queued' OR ${left})
    RETURNING id, "teamId", "sessionId", "agentVersionId", "startedBy", position, fence, "cancelRequested"`);
  if (!row) return null;
  // Only now: while the run was being taken, its earlier holder could still write, and the statement would not have seen it.
  const [last] = await execute<{ seq: number }>(Prisma.sql`
    SELECT coalesce(max(seq), 0)::int AS seq FROM "Event" WHERE "runId" = ${runId}`);
  const { fence, cancelRequested, ...run } = row;
  return { run, recorder: new Recorder(run.id, { serverId: own, fence }, last?.seq ?? 0), cancelled: cancelRequested };
}
