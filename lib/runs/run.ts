import "server-only";
import { AppError, toAppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { db } from "#lib/db/client.ts";
import { notify } from "#lib/db/notify.ts";
import { type Ending, Recorder } from "./recorder.ts";
import type { EventBody } from "./schema.ts";
import { serverId } from "./server.ts";

export const CANCEL_CHANNEL = "run_cancel";
/** Tells workers of a run that waits for one. */
export const QUEUE_CHANNEL = "run_queued";

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

/** The work of a run: writes its events and says how it ended, or that it was put aside. The signal aborts when somebody cancels. */
export type Work = (recorder: Recorder, signal: AbortSignal) => Promise<Finish | "aside">;

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
  const holder = { serverId: server, fence: 0 };
  void perform(new Recorder(id, holder), cancel, work).finally(() => liveRuns().delete(id));
  return id;
}

/** Asks the run to stop, on whichever server it is; stopping an ended one changes nothing. Throws `not_found`. */
export async function cancelRun(member: Owner, runId: string): Promise<void> {
  // One that was put aside needs somebody to end it.
  const [run] = await db().$queryRaw<{ status: string }[]>`
    UPDATE "Run" SET "cancelRequested" = true,
      status = CASE status WHEN 'waiting' THEN 'queued'::"RunStatus" ELSE status END
    WHERE id = ${runId} AND "teamId" = ${member.teamId} RETURNING status::text`;
  if (!run) throw runNotFound(runId);
  if (run.status === "queued") return notify(QUEUE_CHANNEL, runId);
  const here = liveRuns().get(runId);
  if (here) here.abort();
  else await notify(CANCEL_CHANNEL, runId);
}

export function runNotFound(runId: string): AppError {
  return new AppError("not_found", `There is no run ${runId} in this team.`);
}

/** Does the work and writes how it ended, unless it was put aside; never throws. */
export async function perform(recorder: Recorder, cancel: AbortController, work: Work): Promise<"ended" | "aside"> {
  const signal = AbortSignal.any([cancel.signal, recorder.lost.signal]);
  const finish = await work(recorder, signal).catch(failure);
  if (finish === "aside") return finish;
  await recorder.settle(finish.event, finish.ending).catch((error: unknown) => {
    log.error("run could not be settled; it will be found and ended later", { runId: recorder.runId, error });
  });
  return "ended";
}

function failure(thrown: unknown): Finish {
  const { code, message } = toAppError(thrown);
  if (code === "internal") log.error("run failed", { error: thrown });
  const ending = { outcome: message, runMs: null };
  if (code === "cancelled")
    return { event: { type: "run.cancelled", message }, ending: { status: "cancelled", ...ending } };
  return { event: { type: "run.failed", code, message }, ending: { status: "failed", ...ending } };
}

/** The runs that this process performs, with what stops each. */
export function liveRuns(): Map<string, AbortController> {
  return singleton("live-runs", () => new Map());
}
