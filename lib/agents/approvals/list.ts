import "server-only";
import { db } from "#lib/db/client.ts";
import { type EventBody, withinOf } from "#lib/runs/schema.ts";
import { decisionPrefix } from "#lib/runs/waiting.ts";
import type { PendingApproval } from "./schema.ts";

const MOST_LISTED = 500;

type Row = { runId: string; sessionId: string; title: string; at: Date; body: string };

/**
 * The calls of the team that wait for a decision, those that were asked first in front, at most 500. They are read from the logs of
 * its runs: what was decided and is not in the log yet does not wait any more.
 */
export async function listApprovals(member: { teamId: string }): Promise<PendingApproval[]> {
  const rows = await db().$queryRaw<Row[]>`
    SELECT event."runId", session.id AS "sessionId", session.title, event.at, event.body
    FROM "Run" AS run
      JOIN "AgentSession" AS session ON session.id = run."sessionId"
      JOIN "Event" AS event ON event."runId" = run.id
    WHERE run.status IN ('waiting', 'running', 'queued') AND NOT run."cancelRequested"
      AND run."teamId" = ${member.teamId} AND event.type IN ('approval.asked', 'approval.decided')
    ORDER BY event.at, event."runId", event.seq`;
  if (rows.length === 0) return [];
  const sent = await db().sessionInput.findMany({
    where: { kind: "decision", session: { teamId: member.teamId } },
    select: { id: true },
  });
  const decided = new Set(sent.map(({ id }) => id));
  const waiting = new Map<string, PendingApproval>();
  for (const row of rows) {
    const event = JSON.parse(row.body) as EventBody;
    if (event.type !== "approval.asked" && event.type !== "approval.decided") continue;
    const key = `${decisionPrefix(row.runId)}${callOf(event)}`;
    if (event.type === "approval.decided") waiting.delete(key);
    else if (!decided.has(key)) waiting.set(key, pendingOf(row, event));
  }
  return [...waiting.values()].slice(0, MOST_LISTED);
}

/** Which call of its run an event is about, as `CallKey` has it; null of one that is about none. */
export function callOf(event: EventBody): string | null {
  if (!("index" in event) || event.turn === undefined || event.index === undefined) return null;
  const within = withinOf(event);
  return `${within === null ? "" : `${within}/`}${event.turn}.${event.index}`;
}

function pendingOf(
  { runId, sessionId, title, at }: Row,
  event: Extract<EventBody, { type: "approval.asked" }>,
): PendingApproval {
  const { agent, name, arguments: given, expiresAt } = event;
  const call = { runId, call: callOf(event) ?? "", agent, name, arguments: given };
  return { ...call, sessionId, sessionTitle: title, askedAt: at.toISOString(), expiresAt };
}
