import "server-only";
import type { EventBody } from "#lib/runs/schema.ts";
import { databaseTime } from "#lib/runs/waiting.ts";
import type { Call } from "../call-state.ts";
import type { Role } from "../cast.ts";
import type { Answer } from "../entries.ts";
import type { Journal } from "../journal.ts";
import { anyHolds } from "../policy/conditions.ts";
import type { Approval } from "../policy/schema.ts";
import { grantKey } from "./waiting.ts";

/** A week. */
const USUAL_SECONDS = 7 * 24 * 3600;

/**
 * Writes for each open call of an answer that may not run unasked that people are asked for it. What was approved for the session is
 * not asked for again, nor is a call that cannot run anyway. Throws when the log cannot be written.
 */
export async function askPeople(journal: Journal, { answer, role }: { answer: Answer; role: Role }): Promise<void> {
  const { granted } = journal.conversation;
  const unasked = answer.calls.flatMap((call) => {
    const given = call.output === null && call.asked === null && call.decided === null ? needsPerson(role, call) : null;
    return given === null ? [] : [{ call, given }];
  });
  if (unasked.length === 0) return;
  const seconds = role.agent.limits.approvalSeconds ?? USUAL_SECONDS;
  const expiresAt = new Date((await databaseTime()).getTime() + seconds * 1000).toISOString();
  const events = unasked.flatMap(({ call, given }): EventBody[] => {
    const { turn, index, name, kind } = call;
    const at = { agent: answer.agent, turn, index };
    const key = grantKey(answer.agent, name);
    if (!granted.has(key)) return [{ type: "approval.asked", ...at, name, arguments: given, expiresAt }];
    // The model server has to be told each time.
    const by = granted.get(key) ?? null;
    const decided = { decision: "approve", by, arguments: null, reason: null, scope: "session" } as const;
    return kind === "mcp" ? [{ type: "approval.decided", ...at, ...decided }] : [];
  });
  if (events.length > 0) await journal.commit(events);
}

/** The arguments that a person has to see before a call runs; null when nobody has to. */
function needsPerson(role: Role, call: Call): string | null {
  if (call.kind === "mcp") return call.arguments;
  const known = role.functions.get(call.name);
  if (!known || known.type === "handoff" || !known.approval || known.approval === "never") return null;
  const decoded = known.define.decode(call.arguments);
  return decoded.ok && isWanted(known.approval, decoded.text) ? decoded.text : null;
}

function isWanted(approval: Approval, given: string): boolean {
  return typeof approval === "object" ? anyHolds(approval.when, given) : approval === "always";
}
