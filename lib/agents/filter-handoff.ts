import "server-only";
import type { EventBody } from "#lib/runs/schema.ts";
import type { HandoffFunction } from "./agent-functions.ts";
import type { Call } from "./call-state.ts";
import type { Cast, Role } from "./cast.ts";
import { retell, sumUp } from "./context.ts";
import { type SessionFacts, sessionData } from "./enabled.ts";
import type { Answer } from "./entries.ts";
import { filterView, readView, readWhole } from "./filter-tool.ts";
import type { Journal } from "./journal.ts";
import type { LiveModel } from "./live-model.ts";
import { performHelper } from "./perform-handoff-tool.ts";
import type { Workplace } from "./perform-tool.ts";

/** What a filter may need: the models that can sum up, and what is known of the session. */
export type FilterPlace = Workplace & {
  cast: Cast;
  modelOf: (role: Role) => Promise<LiveModel>;
  facts: SessionFacts;
};

type Filtering = {
  call: Call;
  answer: Answer;
  role: Role;
  handoff: HandoffFunction;
  /** What the answer's calls are about to be told, by their index. */
  outputs: ReadonlyMap<number, string>;
};

/** The events that change what the agent which takes over is shown, to be written with the handoff, or why it cannot be made. */
export async function filterHandoff(
  journal: Journal,
  filtering: Filtering,
  place: FilterPlace,
): Promise<{ events: EventBody[] } | { refusal: string }> {
  const { call, answer, handoff } = filtering;
  if (!handoff.filter) return { events: [] };
  const filtered = { type: "context.filtered", agent: answer.agent, turn: call.turn, index: call.index } as const;
  const { is } = handoff.filter;
  switch (is.type) {
    case "withoutTools":
    case "userOnly":
      return { events: [{ ...filtered, by: is.type }] };
    case "last":
      return { events: [{ ...filtered, by: is.type, messages: is.messages }] };
    case "summary": {
      const { summary, usage } = await summarise(journal, filtering, place);
      return { events: [{ ...filtered, by: is.type, summary }, ...usage] };
    }
    case "tool": {
      const view = await viewOfTool(journal, { ...filtering, place: handoff.filter.place, name: is.tool }, place);
      return "problem" in view ? { refusal: view.problem } : { events: [{ ...filtered, by: is.type, ...view }] };
    }
  }
}

/** By the model of the agent that hands over, or of the one that takes over; a script and a person sum nothing up. */
async function summarise(
  journal: Journal,
  { answer, role, handoff }: Filtering,
  { cast, modelOf, signal }: FilterPlace,
) {
  const { entries } = journal.conversation;
  for (const each of [role, cast.get(handoff.to)]) {
    const live = each && (await modelOf(each));
    if (live?.by !== "server") continue;
    const { said, usage } = await sumUp(journal, { role, live, turn: answer.turn }, { entries, signal });
    if (said !== "") return { summary: said, usage };
  }
  return { summary: retell(entries), usage: [] };
}

async function viewOfTool(
  journal: Journal,
  { call, answer, role, outputs, ...tool }: Filtering & { place: string; name: string },
  place: FilterPlace,
) {
  const { conversation, session } = journal;
  const context = sessionData(session, { agent: answer.agent, turn: answer.turn }, place.facts);
  const argumentsText = JSON.stringify({ ...filterView(conversation, { answer, outputs }), context });
  const helping = { call, agent: answer.agent, role, helper: "inputFilter" as const, argumentsText, ...tool };
  const state = await performHelper(journal, helping, place);
  const failed = (why: string) => ({ problem: `Its filter ${tool.name} gave no view of the conversation: ${why}` });
  if (state.is === "failed") return failed(state.reason);
  const text = state.file === null ? state.result : await readWhole(place.artifactDirectory, state.file);
  if (text === null) return failed("its result is too long.");
  const view = readView(text, conversation.entries);
  return "problem" in view ? failed(view.problem) : view;
}
