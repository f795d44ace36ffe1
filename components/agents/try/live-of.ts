import type { Transcript } from "#lib/runs/transcript.ts";
import type { Live } from "../canvas/live.tsx";

/** Whose turn it is in a session, and which handoff led there last, as its log says. */
export function liveOf({ runs }: Transcript, going: "going" | "still"): Live {
  let agent: string | null = null;
  let edge: Live["edge"] = null;
  for (const { entries } of runs) {
    for (const entry of entries) {
      if (entry.kind === "turn" && entry.agent !== "") agent = entry.agent;
      if (entry.kind !== "line" || entry.what !== "handoff") continue;
      edge = { from: entry.from, to: entry.to };
      agent = entry.to;
    }
  }
  return { agent, edge, running: going === "going" };
}
