import "server-only";
import { AppError, toAppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { db } from "#lib/db/client.ts";
import { listen, notify } from "#lib/db/notify.ts";
import { type Ending, Recorder } from "./recorder.ts";
import type { EventBody } from "./schema.ts";
import { listDeadServers, serverId } from "./server.ts";

const CANCEL_CHANNEL = "run_cancel";
/** How often a server looks for runs whose server is gone. */
const RECOVER_MS = 10_000;

type Owner = { id: string; teamId: string };

/** What a run is of; `toolParameters` is JSON text with secrets already redacted. */
export type RunSubject = {
  toolId: string;
  toolVersionId: string;
  toolName: string;
  versionNumber: number;
  configurationId: string | null;
  toolParameters: string;
};

export type Finish = { event: EventBody; ending: Ending };

/** The work of a run: writes its events and says how it ended. The signal aborts when somebody cancels. */
export type Work = (recorder: Recorder, signal: AbortSignal) => Promise<Finish>;

/** Makes the run, starts its work in the background and answers with its id; nobody has to wait for or watch it. */
export async function startRun(member: Owner, subject: RunSubject, work: Work): Promise<string> {
  const id = createId("run");
  const server = await serverId();
  const cancel = new AbortController();
  // Before the row exists: a row of ours that is not here is taken for one that was cut off.
  liveRuns().set(id, cancel);
  const owner = { teamId: member.teamId, startedBy: member.id, serverId: server };
  const created = db().run.create({ data: { id, kind: "tool", ...owner, ...subject } });
  await created.catch((error: unknown) => {
    liveRuns().delete(id);
    throw error;
  });
  void perform(new Recorder(id, server), cancel, work).finally(() => liveRuns().delete(id));
  return id;
}

/** Asks the run to stop, on whichever server it is; stopping an ended one changes nothing. Throws `not_found`. */
export async function cancelRun(member: Owner, runId: string): Promise<void> {
  const { count } = await db().run.updateMany({
    where: { id: runId, teamId: member.teamId },
    data: { cancelRequested: true },
  });
  if (count === 0) throw runNotFound(runId);
  const here = liveRuns().get(runId);
  if (here) here.abort();
  else await notify(CANCEL_CHANNEL, runId);
}

/** Ends what a dead server left running, says so in its log, and answers with how many there were. */
export async function recoverRuns(): Promise<number> {
  const dead = await listDeadServers();
  const own = await serverId();
  const running = await db().run.findMany({
    where: { status: "running", serverId: { in: [...dead, own] } },
    select: { id: true, serverId: true },
  });
  // Asked only now: a run of ours that began meanwhile is here before its row is.
  const cutOff = running.filter((run) => run.serverId !== own || !liveRuns().has(run.id));
  const ended = await Promise.all(cutOff.map((run) => endCutOff(run, own)));
  await db().server.deleteMany({ where: { id: { in: dead }, heartbeatAt: { lt: new Date(Date.now() - 3_600_000) } } });
  return ended.filter((each) => each === "ended").length;
}

/** Starts what a server does for its runs besides running them: hears cancels and looks after the runs of the dead. */
export async function superviseRuns(): Promise<void> {
  await singleton("run-supervision", async () => {
    listen(CANCEL_CHANNEL, (runId) => liveRuns().get(runId)?.abort());
    await recoverRuns();
    setInterval(() => {
      Promise.all([recoverRuns(), stopUnwanted()]).catch((error: unknown) =>
        log.warn("looking after runs failed; it is tried again in 10 s", { error }),
      );
    }, RECOVER_MS).unref();
  });
}

export function runNotFound(runId: string): AppError {
  return new AppError("not_found", `There is no run ${runId} in this team.`);
}

async function perform(recorder: Recorder, cancel: AbortController, work: Work): Promise<void> {
  const signal = AbortSignal.any([cancel.signal, recorder.lost.signal]);
  const finish = await work(recorder, signal).catch(failure);
  await recorder.settle(finish.event, finish.ending).catch((error: unknown) => {
    log.error("run could not be settled; it will be found and ended later", { runId: recorder.runId, error });
  });
}

function failure(thrown: unknown): Finish {
  const { code, message } = toAppError(thrown);
  if (code === "internal") log.error("run failed", { error: thrown });
  const ending = { outcome: message, runMs: null };
  if (code === "cancelled")
    return { event: { type: "run.cancelled", message }, ending: { status: "cancelled", ...ending } };
  return { event: { type: "run.failed", code, message }, ending: { status: "failed", ...ending } };
}

async function endCutOff(run: { id: string; serverId: string }, own: string): Promise<"ended" | "not ours to end"> {
  // Taken over first: should its server live after all, it can write nothing more between our reading and our writing.
  const { count } = await db().run.updateMany({ where: { ...run, status: "running" }, data: { serverId: own } });
  if (count === 0) return "not ours to end";
  const message = "The server stopped while this ran; run it again.";
  const last = await db().event.aggregate({ where: { runId: run.id }, _max: { seq: true } });
  const recorder = new Recorder(run.id, own, last._max.seq ?? 0);
  const ending = { status: "failed", outcome: message, runMs: null } as const;
  return recorder.settle({ type: "run.failed", code: "internal", message }, ending).then(
    () => "ended",
    (error: unknown) => {
      // This server, looking twice at once, was quicker.
      if (error instanceof AppError && error.code === "conflict") return "not ours to end";
      throw error;
    },
  );
}

/** A cancel that came while this server's connection for wake-ups was down is still in the row, as is the loss of a run. */
async function stopUnwanted(): Promise<void> {
  const here = liveRuns();
  const unwanted = await db().run.findMany({
    where: {
      id: { in: [...here.keys()] },
      OR: [{ cancelRequested: true }, { serverId: { not: await serverId() } }],
    },
    select: { id: true },
  });
  for (const { id } of unwanted) here.get(id)?.abort();
}

/** The runs that this process performs, with what stops each. */
function liveRuns(): Map<string, AbortController> {
  return singleton("live-runs", () => new Map());
}
