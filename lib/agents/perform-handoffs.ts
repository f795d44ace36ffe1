import "server-only";
import type { EventBody } from "#lib/runs/schema.ts";
import type { HandoffFunction } from "./agent-functions.ts";
import type { Call } from "./call-state.ts";
import type { Role } from "./cast.ts";
import type { Answer } from "./entries.ts";
import { type FilterPlace, filterHandoff } from "./filter-handoff.ts";
import type { Journal } from "./journal.ts";
import { performHelper } from "./perform-handoff-tool.ts";
import type { Workplace } from "./perform-tool.ts";
import { refused } from "./refusals.ts";

type Handing = { calls: readonly Call[]; answer: Answer; role: Role };

/**
 * Hands over by the first of an answer's open handoffs that can be done, and tells the others so; all in one write, since it changes
 * whose turn it is. One whose arguments do not fit, or whose tools fail, is refused with the reason. A stop leaves them open.
 */
export async function performHandoffs(journal: Journal, handing: Handing, place: FilterPlace): Promise<void> {
  const { calls, answer, role } = handing;
  const events: EventBody[] = [];
  const outputs = new Map<number, string>();
  let handedTo = answer.calls.find(({ handoffTo }) => handoffTo !== null)?.handoffTo ?? null;
  for (const [at, call] of calls.entries()) {
    const handoff = role.functions.get(call.name);
    if (handoff?.type !== "handoff") continue;
    if (handedTo === null) {
      const to = handoff.to;
      const others = calls.slice(at + 1).map(({ index }) => [index, ignored(to)] as const);
      const expected = new Map([...outputs, [call.index, JSON.stringify({ assistant: to })], ...others]);
      const done = await handOver(journal, { call, answer, role, handoff, outputs: expected }, place);
      if (place.signal.aborted) return;
      if ("events" in done) {
        events.push(...done.events);
        handedTo = to;
        continue;
      }
      outputs.set(call.index, done.refusal);
    } else outputs.set(call.index, ignored(handedTo));
    const message = outputs.get(call.index) ?? "";
    events.push(...refused(call, answer.agent, { code: "conflict", message }));
  }
  // What a filter leaves is decided when every call of the answer has its output.
  if (events.length > 0) await journal.commit(events.toSorted((one, other) => rank(one) - rank(other)));
}

function ignored(to: string): string {
  return `Ignored: control passed to ${to}.`;
}

function rank({ type }: EventBody): number {
  return type === "context.filtered" ? 1 : 0;
}

type Handover = {
  call: Call;
  answer: Answer;
  role: Role;
  handoff: HandoffFunction;
  outputs: ReadonlyMap<number, string>;
};

/** The events of a handoff that can be done, or why the conversation stays. */
async function handOver(
  journal: Journal,
  handover: Handover,
  place: FilterPlace,
): Promise<{ events: EventBody[] } | { refusal: string }> {
  const { call, answer, handoff } = handover;
  const { to } = handoff;
  const decoded = handoff.define.decode(call.arguments);
  if (!decoded.ok) return { refusal: decoded.message };
  const payload = handoff.hasPayload ? decoded.text : null;
  const stays = (why: string) => ({ refusal: `The conversation was not handed over to ${to}. ${why}` });
  const refusal = await tell(journal, { ...handover, payload }, place);
  if (refusal !== null || place.signal.aborted) return stays(refusal ?? "");
  const filtered = await filterHandoff(journal, handover, place);
  if ("refusal" in filtered) return stays(filtered.refusal);
  const { turn, index } = call;
  const handed = { type: "handoff" as const, agent: answer.agent, turn, index, to };
  return { events: [{ ...handed, ...(payload !== null && { payload }) }, ...filtered.events] };
}

/** Calls the handoff's `onHandoff`; answers with why the conversation stays, or null. */
async function tell(
  journal: Journal,
  { call, answer, role, handoff, payload }: Handover & { payload: string | null },
  place: Workplace,
): Promise<string | null> {
  if (!handoff.onHandoff) return null;
  const told = { call, agent: answer.agent, role, argumentsText: payload ?? "{}", ...handoff.onHandoff };
  const state = await performHelper(journal, { ...told, helper: "onHandoff" }, place);
  return state.is === "failed" ? state.reason : null;
}
