import type { Part } from "#lib/runs/answer-parts.ts";
import type { Ending, Line, Message, RunPart, Transcript } from "#lib/runs/transcript.ts";
import type { Call, Turn } from "#lib/runs/turn.ts";

/** What stands one below the other in a thread. */
export type Row = { key: string } & (
  | { kind: "message"; message: Message }
  /** `last` is the end of its turn's answer, where the whole of it can be copied. */
  | { kind: "answer"; turn: Turn; parts: readonly Part[]; end: "last" | "more" }
  | { kind: "calls"; calls: readonly Call[]; run: RunPart }
  | { kind: "wait"; turn: Turn }
  | { kind: "line"; line: Exclude<Line, { what: "handoff" }> }
  /** `call` is what did it. */
  | { kind: "handoff"; line: Extract<Line, { what: "handoff" }>; call: Call | null }
  | { kind: "ending"; ending: Ending }
);

/** The rows of a thread. Calls that follow each other without a word are one row, over several answers too. */
export function listRows({ runs }: Transcript): readonly Row[] {
  return runs.flatMap(rowsOf);
}

/** The rows of one run, or of the conversation of an agent that a call asks. */
export function rowsOf(run: RunPart): readonly Row[] {
  const before = known.get(run);
  if (before) return before;
  const rows: Row[] = [];
  for (const entry of run.entries) {
    if (entry.kind === "message") rows.push({ kind: "message", key: entry.key, message: entry });
    else if (entry.kind === "line" && entry.what === "handoff") {
      rows.push({ kind: "handoff", key: entry.key, line: entry, call: callOf(run, entry) });
    } else if (entry.kind === "line") rows.push({ kind: "line", key: entry.key, line: entry });
    else if (entry.kind === "ending") rows.push({ kind: "ending", key: entry.key, ending: entry });
    else addTurn(rows, run, entry);
  }
  known.set(run, rows);
  return rows;
}

function callOf({ entries }: RunPart, { turn, index }: { turn: number; index: number }): Call | null {
  const found = entries.find((entry): entry is Turn => entry.kind === "turn" && entry.turn === turn);
  return found?.calls[index] ?? null;
}

function addTurn(rows: Row[], run: RunPart, turn: Turn): void {
  const begin = rows.length;
  for (const part of turn.parts) {
    const call = part.is === "call" ? turn.calls[part.index] : undefined;
    if (part.is !== "call") addPart(rows, turn, part);
    else if (call && call.handoff === null) addCall(rows, run, call);
  }
  const last = rows.at(-1);
  if (rows.length > begin && last?.kind === "answer") rows[rows.length - 1] = { ...last, end: "last" };
  if (isWaiting(turn)) rows.push({ kind: "wait", key: `${turn.key}:wait`, turn });
}

/** Nothing of the answer is there yet, or it was dropped, or never came. */
function isWaiting({ state, parts, retries }: Turn): boolean {
  return state === "asked" || state === "waiting" || state === "checking" || (parts.length === 0 && retries.length > 0);
}

function addPart(rows: Row[], turn: Turn, part: Part): void {
  const last = rows.at(-1);
  if (last?.kind === "answer" && last.turn === turn) {
    rows[rows.length - 1] = { ...last, parts: [...last.parts, part] };
  } else {
    rows.push({ kind: "answer", key: `${turn.key}:${turn.parts.indexOf(part)}`, turn, parts: [part], end: "more" });
  }
}

function addCall(rows: Row[], run: RunPart, call: Call): void {
  const last = rows.at(-1);
  if (last?.kind === "calls") rows[rows.length - 1] = { ...last, calls: [...last.calls, call] };
  else rows.push({ kind: "calls", key: call.key, calls: [call], run });
}

/** A run that did not change has the very same rows. */
const known = new WeakMap<RunPart, readonly Row[]>();
