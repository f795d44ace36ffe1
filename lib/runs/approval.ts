import type { Event } from "./schema.ts";

/** A question to people about a call; `decided` is null while it is open. Times are ISO 8601 in UTC. */
export type Approval = {
  /** JSON text, as the function would get it. */
  arguments: string;
  askedAt: string;
  expiresAt: string | null;
  decided: Outcome | null;
};

type Asked = Extract<Event, { type: "approval.asked" }>;
type Decided = Extract<Event, { type: "approval.decided" }>;
type Outcome = Pick<Decided, "decision" | "by" | "arguments" | "reason" | "scope" | "at">;
type Call = { name: string; arguments: string; approval: Approval | null };
type Change = { state: "waiting" | "asked" | "returned" | "failed"; approval: Approval; endedAt?: string };

/** What of a call changes when people are asked about it, and when they have decided. */
export function applyApproval(call: Call | undefined, event: Asked | Decided): Change {
  const { at } = event;
  if (event.type === "approval.asked") {
    const { arguments: given, expiresAt } = event;
    return { state: "waiting", approval: { arguments: given, askedAt: at, expiresAt, decided: null } };
  }
  const { decision, by, arguments: given, reason, scope } = event;
  const asked = call?.approval ?? { arguments: call?.arguments ?? "", askedAt: at, expiresAt: null };
  const approval = { ...asked, decided: { decision, by, arguments: given, reason, scope, at } };
  // A call that the model server makes itself has no other end than what was decided.
  if (!call?.name.includes("/")) return { state: "asked", approval };
  return { state: decision === "approve" ? "returned" : "failed", approval, endedAt: at };
}
