import "server-only";
import type { EventBody } from "#lib/runs/schema.ts";
import type { Call } from "./call-state.ts";
import type { AgentFunction, Role } from "./cast.ts";
import type { Answer } from "./conversation.ts";
import type { Journal } from "./journal.ts";
import { MAY_HAVE_RUN, performTool, type Workplace } from "./perform-tool.ts";
import { refused } from "./refusals.ts";

type Handoff = Extract<AgentFunction, { type: "handoff" }>;
type Handing = { calls: readonly Call[]; answer: Answer; role: Role };

/**
 * Hands over by the first of an answer's open handoffs that can be done, and tells the others so; all in one write, since it changes
 * whose turn it is. One whose arguments do not fit or whose `onHandoff` fails is refused with the reason. A stop leaves them open.
 */
export async function performHandoffs(
  journal: Journal,
  { calls, answer, role }: Handing,
  place: Workplace,
): Promise<void> {
  const { agent } = answer;
  const events: EventBody[] = [];
  let handedTo = answer.calls.find(({ handoffTo }) => handoffTo !== null)?.handoffTo ?? null;
  for (const call of calls) {
    const handoff = role.functions.get(call.name);
    if (handoff?.type !== "handoff") continue;
    const refuse = (message: string) => events.push(...refused(call, agent, { code: "conflict", message }));
    if (handedTo !== null) {
      refuse(`Ignored: control passed to ${handedTo}.`);
      continue;
    }
    const decoded = handoff.define.decode(call.arguments);
    const payload = decoded.ok && handoff.hasPayload ? decoded.text : null;
    const refusal = decoded.ok ? await told(journal, { call, agent, handoff, payload }, place) : decoded.message;
    if (place.signal.aborted) return;
    if (refusal !== null) {
      refuse(refusal);
      continue;
    }
    handedTo = handoff.to;
    const { turn, index } = call;
    events.push({ type: "handoff", agent, turn, index, to: handoff.to, ...(payload !== null && { payload }) });
  }
  if (events.length > 0) await journal.commit(events);
}

type Telling = { call: Call; agent: string; handoff: Handoff; payload: string | null };

/** Calls the handoff's `onHandoff`, unless the log has its end; answers with why the conversation stays, or null. */
async function told(
  journal: Journal,
  { call, agent, handoff, payload }: Telling,
  place: Workplace,
): Promise<string | null> {
  const { onHandoff, to } = handoff;
  if (!onHandoff) return null;
  const stays = `The conversation was not handed over to ${to}.`;
  const tool = onHandoff.loaded;
  if (!tool) return `${stays} The tool "${onHandoff.name}", which has to be told of it, is not there.`;
  const isCutOff = call.helpers.onHandoff?.is === "begun";
  if (isCutOff && tool.contract.settings.rerun === "ask") return `${stays} ${MAY_HAVE_RUN}`;
  if (isCutOff || !call.helpers.onHandoff) {
    const work = { call, agent, tool, argumentsText: payload ?? "{}", helper: "onHandoff" as const };
    await performTool(journal, work, place);
  }
  const state = call.helpers.onHandoff;
  return state?.is === "failed" ? `${stays} ${state.reason}` : null;
}
