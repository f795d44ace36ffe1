import type { SessionCall } from "#lib/agents/session-call.ts";
import type { ToolDetail } from "#lib/registry/schema.ts";

/** The call of a session that a playground was opened for, with the tool in the version that the call was made with. */
export type CallOrigin = { call: SessionCall; tool: ToolDetail };

/** Where the playground does a call of a session again, as `run.turn.index`. */
export function playgroundOf(toolName: string, { runId, turn, index }: { runId: string; turn: number; index: number }) {
  return `/tools/${encodeURIComponent(toolName)}?call=${encodeURIComponent(`${runId}.${turn}.${index}`)}`;
}
