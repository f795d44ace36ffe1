import type { ErrorCode } from "#lib/core/errors.ts";
import type { MessageFile, PauseReason, PinnedTool } from "./agent-schema.ts";
import { type Event, type RunStatus, withinOf } from "./schema.ts";
import { applyToTurn, closeTurn, newTurn, type Turn, type TurnEvent, withCall } from "./turn.ts";

/** An event of a session's log with the place of its run among the session's. */
export type LogFrame = { position: number; event: Event };

/** Everything a person sees of a session's log; `cursor` is the last event that went in. Times are ISO 8601 in UTC. */
export type Transcript = { cursor: Cursor; runs: readonly RunPart[] };

type Cursor = { position: number; seq: number };

/** What one run of the session added. */
export type RunPart = {
  runId: string;
  position: number;
  status: Exclude<RunStatus, "queued">;
  agent: string | null;
  versionNumber: number | null;
  tools: readonly PinnedTool[];
  startedAt: string;
  endedAt: string | null;
  /** The newest words of a tool's environment while that is being made. */
  preparing: string | null;
  entries: readonly Entry[];
  /** In which call of an agent it is had, and what was asked; null for the session's own conversation. */
  within: string | null;
  question: string | null;
  /** The conversations of agents that its calls ask, by `turn.index`; each is like a run of its own. */
  nested: Readonly<Record<string, RunPart>>;
};

type Entry = Message | Turn | Line | Ending;

export type Message = {
  kind: "message";
  key: string;
  messageId: string;
  text: string;
  files: readonly MessageFile[];
  author: string;
  joined: "start" | "steer";
  at: string;
};

/**
 * Something that happened between the answers. Of a handoff, `turn` and `index` name the call that did it, and `filter` is what the
 * agent that takes over is shown of what was before.
 */
export type Line = { kind: "line"; key: string; at: string } & (
  | { what: "handoff"; from: string; to: string; turn: number; index: number; filter: Filter | null }
  | { what: "refused"; message: string }
  | ({ what: "guardrail" } & Tripped)
  | { what: "trimmed"; calls: number }
  | { what: "compacted"; summary: string }
);

/** How a handoff's filter changes what models are shown. */
export type Filter = Pick<Extract<Event, { type: "context.filtered" }>, "by" | "messages" | "summary" | "items">;

/** What a guardrail had against a text. */
export type Tripped = Pick<
  Extract<Event, { type: "guardrail.tripped" }>,
  "guardrail" | "on" | "check" | "message" | "behavior" | "agent"
>;

/** How a run ended, unless it succeeded. */
export type Ending = { kind: "ending"; key: string; at: string; message: string } & (
  | { status: "failed"; code: ErrorCode }
  | { status: "cancelled" }
  | { status: "paused"; reason: PauseReason }
);

export const emptyTranscript: Transcript = { cursor: { position: 0, seq: 0 }, runs: [] };

/** The transcript after one more event; one that is already in gives the same transcript back. */
export function applyFrame(transcript: Transcript, { position, event }: LogFrame): Transcript {
  const { cursor, runs } = transcript;
  if (position < cursor.position || (position === cursor.position && event.seq <= cursor.seq)) return transcript;
  const last = runs.at(-1);
  const known = last?.position === position;
  const run = applyToRun(known ? last : newRun(position, event), event);
  return { cursor: { position, seq: event.seq }, runs: [...(known ? runs.slice(0, -1) : runs), run] };
}

function newRun(position: number, { runId, at }: Event): RunPart {
  const unknown = { agent: null, versionNumber: null, tools: [], endedAt: null, preparing: null };
  return {
    ...unknown,
    runId,
    position,
    status: "running",
    startedAt: at,
    entries: [],
    within: null,
    question: null,
    nested: {},
  };
}

function applyToRun(run: RunPart, event: Event): RunPart {
  const within = withinOf(event);
  if (within !== run.within) return inNested(run, event, within);
  switch (event.type) {
    case "run.started":
      if (event.kind !== "agent") return run;
      return { ...run, agent: event.agent, versionNumber: event.versionNumber, tools: event.tools };
    case "message": {
      const { messageId, text, files, author, joined, at } = event;
      return withEntry(run, { kind: "message", key: messageId, messageId, text, files, author, joined, at });
    }
    case "environment.log":
      return { ...run, preparing: event.text.trimEnd().split("\n").at(-1) ?? "" };
    case "handoff": {
      const { agent: from, to, turn, index, at } = event;
      const line = { kind: "line", key: keyOf(event), at } as const;
      return withEntry(inTurn(run, event), { ...line, what: "handoff", from, to, turn, index, filter: null });
    }
    case "context.filtered":
      return withFilter(run, event);
    case "agent.asked":
      return withNested(inTurn(run, event), event);
    case "output.refused":
    case "context.compacted":
    case "context.trimmed":
      return withLine(run, event);
    case "guardrail.tripped":
      return withTrip(run, event);
    case "guardrail.passed":
      return run;
    case "run.succeeded":
    case "run.failed":
    case "run.cancelled":
    case "run.paused":
      return ended(run, event);
    default:
      return closeNested(inTurn(run, event), event);
  }
}

/** Something happened in the conversation of an agent that one of the run's calls asks. */
function inNested(run: RunPart, event: Event, within: string | null): RunPart {
  const place = within?.slice(run.within === null ? 0 : run.within.length + 1).split("/")[0] ?? "";
  const nested = run.nested[place];
  return nested ? { ...run, nested: { ...run.nested, [place]: applyToRun(nested, event) } } : run;
}

function withNested(run: RunPart, event: Extract<Event, { type: "agent.asked" }>): RunPart {
  const place = `${event.turn}.${event.index}`;
  const within = run.within === null ? place : `${run.within}/${place}`;
  const about = { agent: event.to, versionNumber: run.versionNumber, tools: run.tools, within, question: event.input };
  return { ...run, nested: { ...run.nested, [place]: { ...newRun(run.position, event), ...about } } };
}

/** The call of an agent has ended, and its conversation with it. */
function closeNested(run: RunPart, event: Event): RunPart {
  const isEnd = (event.type === "tool.returned" || event.type === "tool.failed") && event.helper === undefined;
  const place = isEnd ? `${event.turn}.${event.index}` : "";
  const nested = run.nested[place];
  if (!nested) return run;
  const status = event.type === "tool.returned" ? "succeeded" : "failed";
  const closed = { ...closeTurns(nested), status, endedAt: event.at } as const;
  return { ...run, nested: { ...run.nested, [place]: closed } };
}

function closeTurns(run: RunPart): RunPart {
  const nested = Object.entries(run.nested).map(([place, each]) => [place, closeTurns(each)]);
  const entries = run.entries.map((entry) => (entry.kind === "turn" ? closeTurn(entry) : entry));
  return { ...run, preparing: null, entries, nested: Object.fromEntries(nested) };
}

/** Most events are of the newest turn, so it is looked for from the end. */
function inTurn(run: RunPart, event: TurnEvent): RunPart {
  const number = event.turn ?? 0;
  const at = run.entries.findLastIndex((entry) => entry.kind === "turn" && entry.turn === number);
  const found = run.entries[at];
  if (found?.kind !== "turn") return withEntry(run, applyToTurn(newTurn(number, event), event));
  const entries = [...run.entries];
  entries[at] = applyToTurn(found, event);
  return { ...run, entries, preparing: event.type.startsWith("tool.") ? null : run.preparing };
}

function withEntry(run: RunPart, entry: Entry): RunPart {
  return { ...run, entries: [...run.entries, entry] };
}

type LineEvent = Extract<Event, { type: "output.refused" | "context.compacted" | "context.trimmed" }>;

function withLine(run: RunPart, event: LineEvent): RunPart {
  const line = { kind: "line", key: keyOf(event), at: event.at } as const;
  if (event.type === "output.refused") return withEntry(run, { ...line, what: "refused", message: event.message });
  if (event.type === "context.compacted") {
    return withEntry(run, { ...line, what: "compacted", summary: event.summary });
  }
  return withEntry(withStubs(run, event.calls), { ...line, what: "trimmed", calls: event.calls.length });
}

/** The filter belongs to the handoff before it. */
function withFilter(run: RunPart, event: Extract<Event, { type: "context.filtered" }>): RunPart {
  const { by, messages, summary, items } = event;
  const at = run.entries.findLastIndex((entry) => entry.kind === "line" && entry.what === "handoff");
  const filter = {
    by,
    ...(messages !== undefined && { messages }),
    ...(summary !== undefined && { summary }),
    ...(items !== undefined && { items }),
  };
  const entries = run.entries.map((entry, place) => {
    const isIt = place === at && entry.kind === "line" && entry.what === "handoff";
    return isIt ? { ...entry, filter } : entry;
  });
  return { ...run, entries };
}

/** Outputs of earlier runs can be cut too, but only this run's are looked after: the line tells of all. */
function withStubs(run: RunPart, calls: Extract<Event, { type: "context.trimmed" }>["calls"]): RunPart {
  const own = calls.filter(({ runId }) => runId === run.runId);
  if (own.length === 0) return run;
  const entries = run.entries.map((entry) => {
    if (entry.kind !== "turn") return entry;
    const cut = own.filter(({ turn }) => turn === entry.turn);
    return cut.reduce((turn, { index, stub }) => withCall(turn, index, { stub }), entry);
  });
  return { ...run, entries };
}

/** A result that is refused stays on its card, with what the model gets in its place; of a refused answer nothing stays. */
function withTrip(run: RunPart, event: Extract<Event, { type: "guardrail.tripped" }>): RunPart {
  const { guardrail, on, check, message, behavior, agent, turn, at } = event;
  const line = {
    kind: "line",
    key: keyOf(event),
    at,
    what: "guardrail",
    guardrail,
    on,
    check,
    message,
    behavior,
    agent,
  } as const;
  const known = run.entries.some((entry) => entry.kind === "turn" && entry.turn === turn);
  const touched = known && on !== "toolArguments" && event.callRun === undefined;
  return withEntry(touched ? inTurn(run, event) : run, line);
}

type EndEvent = Extract<Event, { type: "run.succeeded" | "run.failed" | "run.cancelled" | "run.paused" }>;

function ended(run: RunPart, event: EndEvent): RunPart {
  const closed = closeTurns(run);
  const ending = endingOf(event);
  return {
    ...closed,
    status: ending?.status ?? "succeeded",
    endedAt: event.at,
    entries: ending ? [...closed.entries, ending] : closed.entries,
  };
}

function endingOf(event: EndEvent): Ending | null {
  if (event.type === "run.succeeded") return null;
  const common = { kind: "ending", key: keyOf(event), at: event.at, message: event.message } as const;
  if (event.type === "run.failed") return { ...common, status: "failed", code: event.code };
  if (event.type === "run.paused") return { ...common, status: "paused", reason: event.reason };
  return { ...common, status: "cancelled" };
}

function keyOf({ runId, seq }: Event): string {
  return `${runId}#${seq}`;
}
