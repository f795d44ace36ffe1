import "server-only";
import { db, execute, Prisma } from "#lib/db/client.ts";
import { listen } from "#lib/db/notify.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { databaseTime, decisionPrefix } from "#lib/runs/waiting.ts";
import type { Call } from "../call-state.ts";
import type { Answer } from "../entries.ts";
import type { Journal } from "../journal.ts";
import { DecisionBody } from "./schema.ts";
import { isWaiting } from "./waiting.ts";

/** Tells whoever holds a run that somebody decided something for it. */
export const DECISION_CHANNEL = "run_decided";

/** A word can be lost, and time runs out without one. */
const POLL_MS = 2_000;

/**
 * Takes into the log what people decided on the calls of the run's newest answer, and that the time is over for those that nobody
 * decided on. Throws when the log cannot be written.
 */
export async function takeDecisions(journal: Journal): Promise<void> {
  const { last } = journal.conversation;
  const waiting = last?.runId === journal.runId ? last.calls.filter(isWaiting) : [];
  if (!last || waiting.length === 0) return;
  const now = await databaseTime();
  if (waiting.some((call) => isOver(call, now))) await untilDecided(journal.runId);
  const inputs = await listDecisions(journal.runId);
  const decided = new Map<Call, EventBody>();
  for (const { by, ...body } of inputs) {
    const call = waiting.find((each) => journal.pathOf(each) === body.call);
    if (call) decided.set(call, event(last, call, { ...body, by }));
  }
  for (const { by, ...body } of inputs.filter(({ scope }) => scope === "session")) {
    const name = last.calls.find((each) => journal.pathOf(each) === body.call)?.name;
    for (const call of waiting.filter((each) => each.name === name && !decided.has(each)))
      decided.set(call, event(last, call, { ...body, by, arguments: null, reason: null }));
  }
  for (const call of waiting.filter((each) => !decided.has(each) && isOver(each, now)))
    decided.set(call, event(last, call, EXPIRED));
  const takes = inputs.filter((input) => waiting.some((each) => journal.pathOf(each) === input.call));
  if (decided.size > 0) await journal.commit([...decided.values()], { takes: takes.map(({ id }) => id) });
}

/** Resolves when somebody may have decided something for the run; `forget` is to be called in any case. */
export function nextDecision(runId: string): { heard: Promise<void>; forget: () => void } {
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, POLL_MS);
  const unlisten = listen(DECISION_CHANNEL, (decided) => {
    if (decided === runId) resolve();
  });
  return {
    heard,
    forget: () => {
      clearTimeout(timer);
      unlisten();
    },
  };
}

const EXPIRED = { decision: "expired", by: null, arguments: null, reason: null, scope: "call" } as const;

type Said = Pick<
  Extract<EventBody, { type: "approval.decided" }>,
  "decision" | "by" | "arguments" | "reason" | "scope"
>;

function event({ agent }: Answer, { turn, index }: Call, said: Said): EventBody {
  const { decision, by, arguments: given, reason, scope } = said;
  return { type: "approval.decided", agent, turn, index, decision, by, arguments: given, reason, scope };
}

function isOver({ asked }: Call, now: Date): boolean {
  return asked !== null && Date.parse(asked.expiresAt) <= now.getTime();
}

/** Whoever was in time and is just deciding holds the session. */
async function untilDecided(runId: string): Promise<void> {
  await execute(Prisma.sql`
    SELECT FROM "AgentSession" WHERE id = (SELECT "sessionId" FROM "Run" WHERE id = ${runId}) FOR UPDATE`);
}

async function listDecisions(runId: string) {
  const inputs = await db().sessionInput.findMany({
    where: { id: { startsWith: decisionPrefix(runId) }, session: { runs: { some: { id: runId } } } },
    orderBy: { order: "asc" },
  });
  return inputs.map(({ id, body, createdBy }) => ({ ...DecisionBody.parse(JSON.parse(body)), id, by: createdBy }));
}
