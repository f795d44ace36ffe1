import type { Call, Decided } from "../call-state.ts";

/** Whether nothing can become of a call before a person decides. */
export function isWaiting({ output, asked, decided }: Call): boolean {
  return output === null && asked !== null && decided === null;
}

type Talk = { last: { calls: readonly Call[] } | null; nestedIn: (call: Call) => Talk | null };

/** Until when a conversation's calls wait for people, also those of agents that they ask; null when none does. */
export function waitsUntil(conversation: Talk): string | null {
  const open = conversation.last?.calls.filter(({ output }) => output === null) ?? [];
  const until = open.flatMap((call) => {
    if (isWaiting(call)) return [call.asked?.expiresAt ?? ""];
    const nested = conversation.nestedIn(call);
    return nested ? (waitsUntil(nested) ?? []) : [];
  });
  return until.toSorted()[0] ?? null;
}

/** Takes a decision into its call; a call that the model server makes itself is done with it. */
export function decide(call: Call, decided: Decided): void {
  call.decided = decided;
  if (call.kind === "mcp") call.output = decided.decision === "approve" ? "Approved." : refusal(decided);
}

/** What the model is told of a call that was not approved. */
export function refusal({ decision, reason }: Pick<Decided, "decision" | "reason">): string {
  if (decision === "expired") return "The call did not run: nobody approved it in time.";
  return `The call did not run: a person rejected it${reason === null ? "" : `, and said: ${reason}`}`.replace(
    /[^.!?]$/,
    "$&.",
  );
}

/** What the model is told of a call before its output when a person changed its arguments; else nothing. */
export function editNote({ decided }: Call): string {
  if (decided?.arguments == null) return "";
  return `A person changed the arguments of this call before it ran, to ${decided.arguments}\n\n`;
}

/** What somebody approves for a session: a function of an agent. */
export function grantKey(agent: string, name: string): string {
  return JSON.stringify([agent, name]);
}

type Waited = { waited: number; waitsSince: number | null };

/** `isHeld` is true of a call that asks an agent which can only wait; `at` is in milliseconds since 1970. */
type Moment = { calls: readonly Call[]; isHeld: (call: Call) => boolean; at: number };

/** Counts the time in which a run can do nothing but wait, by its newest calls. */
export function measureWaiting(run: Waited, { calls, isHeld, at }: Moment): void {
  const open = calls.filter(({ output }) => output === null);
  const waiting = open.filter((call) => isWaiting(call) || isHeld(call));
  const waits = waiting.length > 0 && open.every((call) => waiting.includes(call) || !call.begun);
  if (waits) run.waitsSince ??= at;
  else if (run.waitsSince !== null) {
    run.waited += Math.max(0, at - run.waitsSince);
    run.waitsSince = null;
  }
}
