import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { db } from "#lib/db/client.ts";
import { listen } from "#lib/db/notify.ts";
import { type AgentWorker, runsBeingTaken, takeRun } from "./agent-run.ts";
import { Recorder } from "./recorder.ts";
import { CANCEL_CHANNEL, liveRuns, QUEUE_CHANNEL } from "./run.ts";
import { listDeadServers, serverId } from "./server.ts";
import { wakeOverdue } from "./waiting.ts";

/** A server looks so long after the last time for runs whose server is gone. */
const RECOVER_MS = 2_000;
/** The same for its own runs that it should stop, if it did not hear so. */
const STOP_MS = 800;

/**
 * Starts what a server does for its runs besides running them: hears cancels, looks after the runs of the dead, and, with a
 * `worker`, takes agents' runs that wait.
 */
export async function superviseRuns(worker: AgentWorker | null): Promise<void> {
  await singleton("run-supervision", async () => {
    listen(CANCEL_CHANNEL, (runId) => liveRuns().get(runId)?.abort());
    if (worker) listen(QUEUE_CHANNEL, (runId) => void takeRun(runId, worker).catch(warn));
    await recoverRuns(worker);
    again(RECOVER_MS, () => recoverRuns(worker));
    again(STOP_MS, stopUnwanted);
  });
}

/** Does something again and again, each time so long after the last has ended. */
function again(ms: number, work: () => Promise<unknown>): void {
  setTimeout(() => {
    void work()
      .catch((error: unknown) => log.warn("looking after runs failed; it is tried again soon", { error }))
      .finally(() => again(ms, work));
  }, ms).unref();
}

/**
 * Goes on with the agents' runs that wait or that a dead server left, ends its calls by hand, and answers with how many it looked
 * after. Without a worker, agents' runs stay for one.
 */
export async function recoverRuns(worker: AgentWorker | null): Promise<number> {
  const dead = await listDeadServers();
  const own = await serverId();
  await wakeOverdue();
  const left = await db().run.findMany({
    where: { OR: [{ status: "queued" }, { status: "running", serverId: { in: [...dead, own] } }] },
    select: { id: true, serverId: true, kind: true },
  });
  // Asked only now: a run of ours that began meanwhile is here before its row is.
  const cutOff = left.filter((run) => !liveRuns().has(run.id));
  const looked = await Promise.all(
    cutOff.map((run) => {
      if (run.kind !== "agent") return endCutOff(run, own);
      return worker ? takeRun(run.id, worker, { from: run.serverId }) : false;
    }),
  );
  await worker?.catchUp();
  await db().server.deleteMany({ where: { id: { in: dead }, heartbeatAt: { lt: new Date(Date.now() - 3_600_000) } } });
  return looked.filter(Boolean).length;
}

/** Says in a call's log that its server stopped; false when another was quicker. */
async function endCutOff(run: { id: string; serverId: string }, own: string): Promise<boolean> {
  // Taken over first: should its server live after all, it can write nothing more between our reading and our writing.
  const [taken] = await db().run.updateManyAndReturn({
    where: { id: run.id, serverId: run.serverId, status: "running" },
    data: { serverId: own, fence: { increment: 1 } },
    select: { fence: true },
  });
  if (!taken) return false;
  const message = "The server stopped while this ran; run it again.";
  const last = await db().event.aggregate({ where: { runId: run.id }, _max: { seq: true } });
  const recorder = new Recorder(run.id, { serverId: own, fence: taken.fence }, last._max.seq ?? 0);
  const ending = { status: "failed", outcome: message, runMs: null } as const;
  return recorder.settle({ type: "run.failed", code: "internal", message }, ending).then(
    () => true,
    (error: unknown) => {
      // This server, looking twice at once, was quicker.
      if (error instanceof AppError && error.code === "conflict") return false;
      throw error;
    },
  );
}

/** A cancel that came while this server's connection for wake-ups was down is still in the row, as is the loss of a run. */
async function stopUnwanted(): Promise<void> {
  const here = liveRuns();
  // Those that are ours before the question is asked; a run that is being taken says itself whether it was cancelled.
  const ours = [...here.keys()].filter((id) => !runsBeingTaken().has(id));
  if (ours.length === 0) return;
  const unwanted = await db().run.findMany({
    where: {
      id: { in: ours },
      OR: [{ cancelRequested: true }, { serverId: { not: await serverId() } }],
    },
    select: { id: true },
  });
  for (const { id } of unwanted) here.get(id)?.abort();
}

function warn(error: unknown): void {
  log.warn("a run that waits could not be taken; it is tried again soon", { error });
}
