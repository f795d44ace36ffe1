import type { Helper, ModelKind } from "./agent-schema.ts";
import { type AskedCall, type Part, readItems } from "./answer-parts.ts";
import { type Approval, applyApproval } from "./approval.ts";
import { type Event, withinOf } from "./schema.ts";
import { applyEvent, emptyRun, type RunView } from "./view.ts";

/** One answer of the model within a run, while it is made and when it is there. Times are ISO 8601 in UTC. */
export type Turn = {
  kind: "turn";
  key: string;
  runId: string;
  /** In which call of an agent it is given; null in the session's own conversation. */
  within: string | null;
  turn: number;
  agent: string;
  by: ModelKind | null;
  provider: string | null;
  model: string | null;
  /**
   * `waiting` is between two attempts, `checking` an answer that guardrails look at before anybody sees it; `cut` is an answer that
   * its run ended without, or that was refused.
   */
  state: "asked" | "answering" | "waiting" | "checking" | "answered" | "cut";
  startedAt: string;
  /** How long the answer took, in milliseconds. */
  ms: number | null;
  retries: readonly Retry[];
  parts: readonly Part[];
  /** By their index. */
  calls: readonly Call[];
  /** Why an answer is not whole, in the server's word. */
  incomplete: string | null;
  usage: TurnUsage | null;
};

/** An attempt that failed, what it had said by then, and how many milliseconds after `at` the next one begins. */
type Retry = { attempt: number; message: string; waitMs: number; partial: string; at: string };

/** Tokens and US dollars of one answer and of what was asked around it; a cost of null is not known. */
type TurnUsage = {
  model: string;
  input: number;
  cached: number;
  output: number;
  reasoning: number;
  cost: number | null;
  hosted: readonly HostedUse[];
};

/** What a model server's own tool was used for; a cost of null is not known. */
export type HostedUse = { type: string; uses: number; cost: number | null };

/** One call of a turn. `arguments` are as the model wrote them; `view.call` has them as the tool got them. */
export type Call = AskedCall & {
  key: string;
  runId: string;
  /** In which call of an agent it is made; null in the session's own conversation. */
  within: string | null;
  agent: string;
  turn: number;
  index: number;
  /** `coming` while the model still writes it; `waiting` for a person; `stopped` when its run ended without an answer to it. */
  state: "coming" | "asked" | "waiting" | "running" | "returned" | "failed" | "stopped";
  /** What people were asked about it, and what they said. */
  approval: Approval | null;
  view: RunView;
  startedAt: string | null;
  endedAt: string | null;
  /** The agent that the conversation went to by it, and what the model gave along as JSON text. */
  handoff: string | null;
  payload: string | null;
  /** What a handoff's own tools did. */
  helpers: Readonly<Partial<Record<Helper, RunView>>>;
  /** What the model is shown of its output since that was cut. */
  stub: string | null;
  /** What the model is told in place of a result that a guardrail refused. */
  refused: string | null;
  /** Where a person sent its result back from. */
  sentBack: SentBack | null;
};

type SentBack = { runId: string; edited: boolean };

export type TurnEvent = Extract<
  Event,
  {
    type:
      | `approval.${string}`
      | "model.started"
      | "model.responded"
      | "answer.held"
      | "guardrail.tripped"
      | "usage"
      | "retry"
      | "handoff"
      | "agent.asked"
      | `${string}.delta`
      | `tool.${string}`;
  }
>;
type CallEvent = Exclude<Extract<TurnEvent, { type: `tool.${string}` }>, { type: "tool.arguments.delta" }>;

/** A turn of which only the beginning is known. */
export function newTurn(turn: number, event: Event): Turn {
  const { runId, at } = event;
  const within = withinOf(event);
  return {
    kind: "turn",
    key: within === null ? `${runId}/${turn}` : `${runId}/${within}/${turn}`,
    runId,
    within,
    turn,
    agent: "",
    by: null,
    provider: null,
    model: null,
    state: "asked",
    startedAt: at,
    ms: null,
    retries: [],
    parts: [],
    calls: [],
    incomplete: null,
    usage: null,
  };
}

/** The turn after one more of its events. */
export function applyToTurn(turn: Turn, event: TurnEvent): Turn {
  switch (event.type) {
    case "model.started": {
      const { agent, by, provider, model } = event;
      return { ...turn, agent, by, provider, model, state: "asked", parts: [], calls: [] };
    }
    case "text.delta":
      return { ...turn, agent: event.agent, state: "answering", parts: grown(turn.parts, "text", event.text) };
    case "reasoning.delta":
      return { ...turn, agent: event.agent, state: "answering", parts: grown(turn.parts, "reasoning", event.text) };
    case "tool.arguments.delta":
      return writing(turn, event);
    case "model.responded":
      return answered(turn, event);
    case "answer.held":
      return { ...turn, agent: event.agent, state: "checking", ms: event.ms };
    case "guardrail.tripped":
      if (event.on === "toolResult") return withCall(turn, event.index ?? 0, { refused: event.message });
      return { ...turn, state: "cut", parts: [], calls: [] };
    case "retry": {
      const { attempt, message, waitMs, partial, at } = event;
      const retries = [...turn.retries, { attempt, message, waitMs, partial, at }];
      return { ...turn, agent: event.agent, state: "waiting", parts: [], calls: [], retries };
    }
    case "usage":
      return { ...turn, agent: turn.agent || event.agent, usage: withUsage(turn, event) };
    case "agent.asked":
      return withCall(turn, event.index, { state: "running", startedAt: event.at });
    case "handoff":
      return withCall(turn, event.index, { handoff: event.to, payload: event.payload ?? null });
    case "approval.asked":
    case "approval.decided":
      return withCall(turn, event.index, applyApproval(turn.calls[event.index], event));
    default:
      return called(turn, event);
  }
}

/** What guardrails and summaries took counts with the turn that they were for. */
function withUsage({ usage, model }: Turn, used: Extract<Event, { type: "usage" }>): TurnUsage {
  const before = usage ?? { input: 0, cached: 0, output: 0, reasoning: 0, cost: 0, hosted: [] };
  return {
    model: model ?? used.model,
    input: before.input + used.input,
    cached: before.cached + used.cached,
    output: before.output + used.output,
    reasoning: before.reasoning + used.reasoning,
    cost: before.cost === null || used.cost === null ? null : before.cost + used.cost,
    hosted: [...before.hosted, ...(used.hosted ?? [])],
  };
}

/** What is left open when a run ends stays so. */
export function closeTurn(turn: Turn): Turn {
  const isOpen = turn.state !== "answered" && turn.state !== "cut";
  if (!isOpen && !turn.calls.some(isCallOpen)) return turn;
  return {
    ...turn,
    state: isOpen ? "cut" : turn.state,
    calls: turn.calls.map((call) => (isCallOpen(call) ? { ...call, state: "stopped" } : call)),
  };
}

/** The turn with its call number `index` changed; a call that was not heard of yet begins there. */
export function withCall(turn: Turn, index: number, change: Partial<Call>): Turn {
  const calls = [...turn.calls];
  for (let missing = calls.length; missing <= index; missing++) calls.push(newCall(turn, missing));
  const call = calls[index];
  if (call) calls[index] = { ...call, ...change };
  return { ...turn, calls };
}

function newCall({ key: ofTurn, runId, within, agent, turn }: Turn, index: number): Call {
  const key = `${ofTurn}/${index}`;
  const asked = { name: "", arguments: "", callId: null };
  const times = { startedAt: null, endedAt: null };
  return {
    ...asked,
    ...times,
    key,
    runId,
    within,
    agent,
    turn,
    index,
    state: "coming",
    view: emptyRun,
    handoff: null,
    payload: null,
    helpers: {},
    stub: null,
    refused: null,
    sentBack: null,
    approval: null,
  };
}

const OPEN: ReadonlySet<Call["state"]> = new Set(["coming", "asked", "waiting", "running"]);

/** A handoff is answered by the agent that it leads to. */
function isCallOpen({ state, handoff }: Call): boolean {
  return handoff === null && OPEN.has(state);
}

function grown(parts: readonly Part[], is: "text" | "reasoning", text: string): Part[] {
  const last = parts.at(-1);
  if (last?.is === is) return [...parts.slice(0, -1), { ...last, text: last.text + text }];
  return [...parts, is === "text" ? { is, text, sources: [] } : { is, text }];
}

function writing(turn: Turn, { index, name, text, agent }: Extract<Event, { type: "tool.arguments.delta" }>): Turn {
  const before = turn.calls[index];
  const known = turn.parts.some((part) => part.is === "call" && part.index === index);
  return {
    ...withCall(turn, index, { name: name || (before?.name ?? ""), arguments: (before?.arguments ?? "") + text }),
    agent,
    state: "answering",
    parts: known ? turn.parts : [...turn.parts, { is: "call", index }],
  };
}

function answered(turn: Turn, event: Extract<Event, { type: "model.responded" }>): Turn {
  const { parts, calls } = readItems(event.items);
  const incomplete = event.status === "incomplete" ? (event.reason ?? "incomplete") : null;
  const whole: Turn = { ...turn, agent: event.agent, state: "answered", ms: event.ms, parts, incomplete };
  const begun: Turn = { ...whole, calls: turn.calls.slice(0, calls.length) };
  return calls.reduce((next, call, index) => withCall(next, index, { ...call, state: "asked" }), begun);
}

function called(turn: Turn, event: CallEvent): Turn {
  const index = event.index ?? 0;
  if (event.helper !== undefined) return helped(turn, index, { event, helper: event.helper });
  const view = applyEvent(turn.calls[index]?.view ?? emptyRun, event);
  if (event.type === "tool.called") return withCall(turn, index, { view, state: "running", startedAt: event.at });
  if (event.type === "tool.log" || event.type === "tool.artifact") return withCall(turn, index, { view });
  const state = event.type === "tool.returned" ? "returned" : stateOf(event);
  return withCall(turn, index, { view, state, endedAt: event.at, sentBack: event.sentBack ?? null });
}

/** A tool that does a part of a handoff: the call itself goes on until the conversation went over, or did not. */
function helped(turn: Turn, index: number, { event, helper }: { event: CallEvent; helper: Helper }): Turn {
  const { helpers, startedAt } = turn.calls[index] ?? newCall(turn, index);
  const begun =
    event.type === "tool.called" ? { ...emptyRun, toolName: event.toolName } : (helpers[helper] ?? emptyRun);
  const view = applyEvent(begun, event);
  return withCall(turn, index, {
    state: "running",
    startedAt: startedAt ?? event.at,
    helpers: { ...helpers, [helper]: view },
  });
}

function stateOf({ code }: Extract<Event, { type: "tool.failed" }>): "failed" | "stopped" {
  return code === "cancelled" ? "stopped" : "failed";
}
