import type { Part } from "#lib/runs/answer-parts.ts";
import type { RunPart } from "#lib/runs/transcript.ts";
import type { Turn } from "#lib/runs/turn.ts";
import type { SessionSnapshot } from "./session-store.ts";

/** What a session is doing, in one word, with what there is to say of it. */
export type Standing =
  | { is: "loading" | "empty" | "queued" | "between" | "answered" | "cancelled" }
  | { is: "asked"; by: Turn["by"]; agent: string }
  | { is: "retrying"; seconds: number }
  | { is: "writing"; agent: string }
  | { is: "calling" | "deciding"; tools: readonly string[] }
  | { is: "failed" | "paused"; message: string };

/** Reads from the log what goes on; the log knows before the session's row does. */
export function standingOf({ state, transcript, connection }: SessionSnapshot): Standing {
  const run = transcript.runs.at(-1);
  if (state?.status === "queued") return { is: "queued" };
  if (!run) {
    if (state?.status === "running") return { is: "between" };
    return { is: connection === "live" ? "empty" : "loading" };
  }
  const last = run.entries.at(-1);
  if (run.status === "running" && state?.status === "waiting") return { is: "deciding", tools: waitingIn(run) };
  if (run.status === "running") {
    const turn = run.entries.findLast((entry): entry is Turn => entry.kind === "turn");
    return turn ? standingIn(turn) : { is: "between" };
  }
  if (run.status === "failed" || run.status === "paused") {
    return { is: run.status, message: last?.kind === "ending" ? last.message : "" };
  }
  return { is: run.status === "cancelled" ? "cancelled" : "answered" };
}

/** The functions that people have to decide on, also those of agents that are asked. */
function waitingIn(run: RunPart): string[] {
  const calls = run.entries.flatMap((entry) => (entry.kind === "turn" ? entry.calls : []));
  const names = calls.flatMap(({ state, name }) => (state === "waiting" ? [name] : []));
  return [...new Set([...names, ...Object.values(run.nested).flatMap(waitingIn)])];
}

/** Whether more may come by itself. */
export function isGoing({ is }: Standing): boolean {
  return GOING.has(is);
}

const GOING = new Set<Standing["is"]>(["queued", "between", "asked", "retrying", "writing", "calling", "deciding"]);

function standingIn(turn: Turn): Standing {
  if (turn.state === "asked") return { is: "asked", by: turn.by, agent: turn.agent };
  if (turn.state === "waiting")
    return { is: "retrying", seconds: Math.ceil((turn.retries.at(-1)?.waitMs ?? 0) / 1000) };
  if (turn.state === "checking") return { is: "between" };
  const open = turn.calls.filter(({ state, handoff }) => handoff === null && OPEN.has(state));
  if (turn.state === "answering")
    return isCall(turn.parts.at(-1)) ? callingOf(open) : { is: "writing", agent: turn.agent };
  return open.length > 0 ? callingOf(open) : { is: "between" };
}

const OPEN = new Set(["coming", "asked", "waiting", "running"]);

function isCall(part: Part | undefined): boolean {
  return part?.is === "call";
}

function callingOf(calls: Turn["calls"]): Standing {
  const waiting = calls.filter(({ state }) => state === "waiting");
  const isHeld = waiting.length > 0 && !calls.some(({ state }) => state === "running");
  const named = isHeld ? waiting : calls;
  return { is: isHeld ? "deciding" : "calling", tools: [...new Set(named.map(({ name }) => name))] };
}
