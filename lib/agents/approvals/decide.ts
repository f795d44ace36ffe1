import "server-only";
import { memberNames } from "#lib/auth/members.ts";
import { AppError } from "#lib/core/errors.ts";
import { db, type Prisma } from "#lib/db/client.ts";
import { notify } from "#lib/db/notify.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { decisionPrefix, wake } from "#lib/runs/waiting.ts";
import { dispatch, holdSession } from "../begin.ts";
import { announceChange } from "../session-channel.ts";
import { sessionNotFound } from "../sessions.ts";
import { workerHere } from "../worker.ts";
import { checkArguments } from "./arguments.ts";
import { callOf } from "./list.ts";
import type { ApprovalAnswer, CallKey, DecisionBody } from "./schema.ts";
import { DECISION_CHANNEL } from "./take-decisions.ts";

type Member = { id: string; teamId: string };

/**
 * Decides on a call of a session that waits for it. Of several who decide, the first does; the others, and who comes too late, get
 * a `conflict` that says how it was decided. Throws `not_found`, also for another team's, and `invalid_input` for arguments that
 * the function's schema refuses.
 */
export async function decideApproval(member: Member, sessionId: string, answer: ApprovalAnswer): Promise<void> {
  const { runId, call } = answer;
  if (answer.decision === "approve" && answer.arguments !== undefined)
    await checkArguments(member, { sessionId, runId, call }, answer.arguments);
  const isWoken = await db().$transaction(async (tx) => {
    const session = await holdSession(tx, { sessionId, teamId: member.teamId });
    if (!session) throw sessionNotFound(sessionId);
    await refuseLate(tx, member, { sessionId, runId, call, isGoing: session.unfinished === runId });
    const id = inputId({ runId, call });
    const body = JSON.stringify(bodyOf(answer));
    await tx.sessionInput.create({ data: { id, sessionId, kind: "decision", body, createdBy: member.id } });
    return wake(tx, runId);
  });
  if (isWoken) return dispatch(sessionId, runId, workerHere());
  await notify(DECISION_CHANNEL, runId);
  await announceChange(sessionId);
}

type Place = CallKey & { sessionId: string; isGoing: boolean };

function inputId({ runId, call }: CallKey): string {
  return `${decisionPrefix(runId)}${call}`;
}

function bodyOf(answer: ApprovalAnswer): DecisionBody {
  const { call, decision } = answer;
  if (answer.decision === "approve")
    return { call, decision, arguments: answer.arguments ?? null, reason: null, scope: answer.scope };
  return { call, decision, arguments: null, reason: answer.reason || null, scope: "call" };
}

/** Throws unless the call waits for a decision; what was just decided and is not in the log yet counts. */
async function refuseLate(tx: Prisma.TransactionClient, member: Member, place: Place): Promise<void> {
  const { sessionId, runId, isGoing } = place;
  const sent = await tx.sessionInput.findUnique({ where: { sessionId_id: { sessionId, id: inputId(place) } } });
  if (sent) {
    const { decision } = JSON.parse(sent.body) as DecisionBody;
    throw await decidedAlready(member, decision, sent.createdBy);
  }
  const log = await readApprovals(tx, place);
  const asked = log.find((event) => event.type === "approval.asked");
  if (asked?.type !== "approval.asked") throw new AppError("not_found", "No such call waits for an approval here.");
  const decided = log.find((event) => event.type === "approval.decided");
  if (decided?.type === "approval.decided") throw await decidedAlready(member, decided.decision, decided.by);
  const [time] = await tx.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (time && Date.parse(asked.expiresAt) <= time.now.getTime()) throw await decidedAlready(member, "expired", null);
  if (!isGoing) throw new AppError("conflict", "The run has ended; nothing can be decided for it any more.");
  const run = await tx.run.findUnique({ where: { id: runId }, select: { cancelRequested: true } });
  if (run?.cancelRequested) throw new AppError("conflict", "The run is being stopped; nothing can be decided for it.");
}

async function readApprovals(tx: Prisma.TransactionClient, { sessionId, runId, call }: Place): Promise<EventBody[]> {
  const rows = await tx.event.findMany({
    where: { runId, run: { sessionId }, type: { in: ["approval.asked", "approval.decided"] } },
    orderBy: { seq: "asc" },
  });
  const events = rows.map(({ body }) => JSON.parse(body) as EventBody);
  return events.filter((event) => callOf(event) === call);
}

async function decidedAlready(
  member: Member,
  decision: "approve" | "reject" | "expired",
  by: string | null,
): Promise<AppError> {
  if (decision === "expired") return new AppError("conflict", "Nobody decided in time; the call was refused.");
  const name = by === null ? undefined : (await memberNames(member))[by];
  const who = by === member.id ? "You have" : `${name ?? "Somebody else"} has`;
  const what = decision === "approve" ? "approved" : "rejected";
  return new AppError("conflict", `${who} already ${what} this call.`);
}
