import "server-only";
import type { ErrorCode } from "#lib/core/errors.ts";
import { askPeople } from "./approvals/ask-people.ts";
import { nextDecision, takeDecisions } from "./approvals/take-decisions.ts";
import { isWaiting, refusal } from "./approvals/waiting.ts";
import type { Call } from "./call-state.ts";
import type { Role } from "./cast.ts";
import type { Answer } from "./entries.ts";
import type { FilterPlace } from "./filter-handoff.ts";
import type { Guards } from "./guard.ts";
import { guardBeforeAsking, guardResults, refuseArguments } from "./guard-calls.ts";
import type { Journal } from "./journal.ts";
import { type AskAgent, performAgent } from "./perform-agent.ts";
import { performHandoffs } from "./perform-handoffs.ts";
import { MAY_HAVE_RUN, performTool, STOPPED } from "./perform-tool.ts";
import { failed, refused } from "./refusals.ts";
import { sideBySide } from "./side-by-side.ts";

/** Where calls are done, and how an agent is asked. */
type CallPlace = FilterPlace & { ask: AskAgent };

/** So deep agents may ask agents that ask agents. */
const DEEPEST = 5;

/**
 * Answers the open calls of an answer: tools side by side, each result journalled the moment it is there, then the first handoff.
 * Those that people have to decide on stay open until they did. What fails is told to the model as text. Throws only when the log
 * cannot be written.
 */
export async function performCalls(
  journal: Journal,
  { answer, role, guards }: { answer: Answer; role: Role; guards: Guards },
  place: CallPlace,
): Promise<void> {
  const isHandoff = (call: Call) => call.kind === "function" && role.functions.get(call.name)?.type === "handoff";
  const others = answer.calls.filter((call) => !isHandoff(call));
  const isOpen = (call: Call) => call.output === null;
  await sideBySide({
    most: role.agent.limits.parallelCalls,
    next: async () => {
      if (place.signal.aborted) return [];
      await takeDecisions(journal);
      await guardBeforeAsking(journal, { answer, role }, guards);
      if (journal.conversation.run?.guard.stopped == null) await askPeople(journal, { answer, role });
      return others.filter((call) => isOpen(call) && !isWaiting(call));
    },
    work: (call) => performCall(journal, { call, answer, role, guards }, place),
    until: () => (others.some(isWaiting) ? nextDecision(journal.runId) : null),
  });
  const handoffs = answer.calls.filter((call) => isOpen(call) && isHandoff(call));
  if (place.signal.aborted || others.some(isOpen) || handoffs.length === 0) return;
  // What a filter gets of the results, the next agent's model gets.
  await guardResults(journal, place.cast, guards);
  if (journal.conversation.run?.guard.stopped == null)
    await performHandoffs(journal, { calls: handoffs, answer, role }, place);
}

/** Writes for each call of the run's newest answer that is open that it was stopped. */
export async function stopCalls(journal: Journal): Promise<void> {
  const { last } = journal.conversation;
  if (last?.runId !== journal.runId) return;
  const open = last.calls.filter((call) => call.output === null);
  await journal.commit(open.map((call) => failed(call, last.agent, { code: "cancelled", message: STOPPED })));
}

type Performed = { call: Call; answer: Answer; role: Role; guards: Guards };

async function performCall(journal: Journal, performed: Performed, place: CallPlace): Promise<void> {
  const { call, answer, role, guards } = performed;
  const refuse = (message: string, code: ErrorCode = "invalid_input") =>
    journal.commit(refused(call, answer.agent, { code, message }));
  if (place.signal.aborted || journal.conversation.run?.guard.stopped != null) return;
  if (call.decided && call.decided.decision !== "approve") return refuse(refusal(call.decided), "forbidden");
  const known = role.functions.get(call.name);
  if (role.disabled?.has(call.name))
    return refuse(`The function "${call.name}" is not enabled at this turn.`, "conflict");
  if (!known || known.type === "handoff") return refuse(unknownFunction(call.name, [...role.functions.keys()]));
  const decoded = known.define.decode(call.decided?.arguments ?? call.arguments);
  if (!decoded.ok) return refuse(decoded.message);
  const tool = known.type === "tool" ? known.pin.toolName : call.name;
  if (await refuseArguments(journal, { call, role, tool, argumentsText: decoded.text }, guards)) return;
  if (known.type === "agent") {
    if (journal.depth >= DEEPEST) return refuse(TOO_DEEP, "conflict");
    const asking = { call, agent: answer.agent, asked: known, argumentsText: decoded.text };
    return performAgent(journal, asking, place.ask);
  }
  if (call.begun && known.contract.settings.rerun === "ask") return refuse(MAY_HAVE_RUN, "conflict");
  await performTool(journal, { call, agent: answer.agent, tool: known, argumentsText: decoded.text }, place);
}

const TOO_DEEP = `Agents can ask each other at most ${DEEPEST} deep; answer without asking another one.`;

function unknownFunction(name: string, names: readonly string[]): string {
  const there = names.length === 0 ? "none can be called" : `those that can be called are ${names.join(", ")}`;
  return `There is no function "${name}"; ${there}.`;
}
