import "server-only";
import type { ErrorCode } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import type { EventBody } from "#lib/runs/schema.ts";
import { NOT_RUN } from "#lib/tools/call.ts";
import type { Call } from "./call-state.ts";

type Why = { code: ErrorCode; message: string };

/** What the log says of a call that no process was started for: its arguments as the model wrote them, and why it failed. */
export function refused(call: Call, agent: string, why: Why): EventBody[] {
  const { turn, index, name } = call;
  const at = { agent, turn, index, callId: createId("call") };
  const called = { type: "tool.called" as const, ...at, toolName: name, arguments: call.arguments };
  return [...(call.begun ? [] : [called]), failed(call, agent, why)];
}

/** That a call failed, which its model is told in the same words. */
export function failed({ turn, index }: Call, agent: string, { code, message }: Why): EventBody {
  const at = { agent, turn, index, callId: createId("call") };
  return { type: "tool.failed", ...at, ...NOT_RUN, warnings: [], code, message, modelResult: message };
}
