import type { RunSnapshot } from "./run-store.ts";

export type RunState = "idle" | "starting" | "building" | "running" | "succeeded" | "failed" | "cancelled" | "refused";

/** What a run is doing, in one word. */
export function stateOf({ connection, view }: RunSnapshot): RunState {
  if (connection === "idle" || connection === "refused") return connection;
  if (view.status === "idle") return "starting";
  if (view.status !== "running") return view.status;
  return view.call === null && view.environment.length > 0 ? "building" : "running";
}

/** Whether more may still come. */
export function isLive(state: RunState): boolean {
  return state === "starting" || state === "building" || state === "running";
}
