import "server-only";
import type { ErrorCode } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { NOT_RUN } from "#lib/tools/call.ts";
import type { Role } from "./cast.ts";
import type { Answer, Call } from "./conversation.ts";
import type { Journal } from "./journal.ts";
import { performTool, STOPPED, type Workplace } from "./perform-tool.ts";

/**
 * Answers every open call of an answer: tools side by side, each result journalled the moment it is there, then the first handoff.
 * What fails is told to the model as text. Throws only when the log cannot be written.
 */
export async function performCalls(
  journal: Journal,
  { answer, role }: { answer: Answer; role: Role },
  place: Workplace,
): Promise<void> {
  const open = answer.calls.filter((call) => call.output === null);
  const isHandoff = (call: Call) => role.functions.get(call.name)?.type === "handoff";
  const waiting = open.filter((call) => !isHandoff(call));
  async function work(): Promise<void> {
    for (let call = waiting.shift(); call; call = waiting.shift())
      await performCall(journal, { call, answer, role }, place);
  }
  // All end before anything is thrown: a sibling must not write after the run has ended.
  const workers = Array.from({ length: Math.min(role.agent.limits.parallelCalls, open.length) }, work);
  const ended = await Promise.allSettled(workers);
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  if (!place.signal.aborted) await performHandoffs(journal, { calls: open.filter(isHandoff), answer, role });
}

/** Writes for each call of the run's newest answer that is open that it was stopped. */
export async function stopCalls(journal: Journal): Promise<void> {
  const { last } = journal.conversation;
  if (last?.runId !== journal.runId) return;
  const open = last.calls.filter((call) => call.output === null);
  await journal.commit(open.map((call) => failed(call, last.agent, { code: "cancelled", message: STOPPED })));
}

type Performed = { call: Call; answer: Answer; role: Role };

async function performCall(journal: Journal, performed: Performed, place: Workplace): Promise<void> {
  const { call, answer, role } = performed;
  const refuse = (message: string, code: ErrorCode = "invalid_input") =>
    journal.commit([...called(call, answer.agent), failed(call, answer.agent, { code, message })]);
  if (place.signal.aborted) return;
  const known = role.functions.get(call.name);
  if (known?.type !== "tool") return refuse(unknownFunction(call.name, [...role.functions.keys()]));
  const decoded = known.define.decode(call.arguments);
  if (!decoded.ok) return refuse(decoded.message);
  if (call.begun && known.contract.settings.rerun === "ask") return refuse(MAY_HAVE_RUN, "conflict");
  await performTool(journal, { call, agent: answer.agent, tool: known, argumentsText: decoded.text }, place);
}

const MAY_HAVE_RUN =
  "The studio stopped while this call ran. It may have done its work, and the tool is marked not to run again by itself; ask a person.";

/** The first that can be done is, and the others are told so; all in one write, since it changes whose turn it is. */
async function performHandoffs(
  journal: Journal,
  { calls, answer, role }: { calls: readonly Call[]; answer: Answer; role: Role },
): Promise<void> {
  const { agent } = answer;
  let handedTo = answer.calls.find(({ handoffTo }) => handoffTo !== null)?.handoffTo ?? null;
  const events = calls.flatMap((call): EventBody[] => {
    const handoff = role.functions.get(call.name);
    if (handoff?.type !== "handoff") return [];
    const refuse = (message: string) => [...called(call, agent), failed(call, agent, { code: "conflict", message })];
    if (handedTo !== null) return refuse(`Ignored: control passed to ${handedTo}.`);
    const decoded = handoff.define.decode(call.arguments);
    if (!decoded.ok) return refuse(decoded.message);
    handedTo = handoff.to;
    return [{ type: "handoff", agent, turn: call.turn, index: call.index, to: handoff.to }];
  });
  if (events.length > 0) await journal.commit(events);
}

function unknownFunction(name: string, names: readonly string[]): string {
  const there = names.length === 0 ? "none can be called" : `those that can be called are ${names.join(", ")}`;
  return `There is no function "${name}"; ${there}.`;
}

/** A call that no process was started for, with its arguments as the model wrote them. */
function called(call: Call, agent: string): EventBody[] {
  const { turn, index, name } = call;
  const at = { agent, turn, index, callId: createId("call") };
  return call.begun ? [] : [{ type: "tool.called", ...at, toolName: name, arguments: call.arguments }];
}

function failed(call: Call, agent: string, { code, message }: { code: ErrorCode; message: string }): EventBody {
  const { turn, index } = call;
  const at = { agent, turn, index, callId: createId("call") };
  return { type: "tool.failed", ...at, ...NOT_RUN, warnings: [], code, message, modelResult: message };
}
