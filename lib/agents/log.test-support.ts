import type { EventBody } from "#lib/runs/schema.ts";
import { NOT_RUN } from "#lib/tools/call.ts";
import { Conversation, type Logged } from "./conversation.ts";

/** Logs for tests, written in few words. */

const at = "2026-01-01T00:00:00.000Z";
const place = { agent: "Tester", turn: 1 };

/** The conversation that a log of one or several runs tells: each list is a run of its own. */
export function read(...runs: readonly EventBody[][]): Conversation {
  const conversation = new Conversation();
  for (const [before, events] of runs.entries()) {
    for (const event of events) conversation.apply({ ...event, runId: `run_${before + 1}`, at } as Logged);
  }
  return conversation;
}

export const started = (agent = "Tester"): EventBody => ({
  type: "run.started",
  kind: "agent",
  agent,
  agentVersionId: "av_1",
  versionNumber: 1,
  tools: [],
});
export const said = (text: string): EventBody => ({
  type: "message",
  messageId: `msg_${text}`,
  text,
  files: [],
  joined: "start",
  author: "me",
});
export const asked = (model = "m", turn = 1): EventBody => ({
  type: "model.started",
  ...place,
  turn,
  attempt: 1,
  by: "server",
  provider: "P",
  model,
});
export const delta = (text: string): EventBody => ({ type: "text.delta", ...place, text });
export const retry = (partial: string): EventBody => ({
  type: "retry",
  ...place,
  attempt: 1,
  message: "It broke.",
  waitMs: 1,
  partial,
});

type Item = Extract<EventBody, { type: "model.responded" }>["items"][number];
type Answering = { turn?: number; agent?: string; reason?: string; responseId?: string };
/** An answer of the model; a reason makes it an incomplete one. */
export const answered = (
  items: Item[],
  { turn = 1, agent = "Tester", reason, responseId }: Answering = {},
): EventBody => ({
  type: "model.responded",
  turn,
  agent,
  status: reason === undefined ? "completed" : "incomplete",
  reason: reason ?? null,
  responseId: responseId ?? null,
  items,
  ms: 1,
});
export const textItem = (text: string, id = "msg_1"): Item => ({
  type: "message",
  id,
  role: "assistant",
  content: [{ type: "output_text", text, annotations: [] }],
});
export const callItem = (callId: string, name = "echo", id = `fc_${callId}`): Item => ({
  type: "function_call",
  id,
  call_id: callId,
  name,
  arguments: "{}",
});
export const reasoningItem = (id: string, encrypted: string | null = "x"): Item => ({
  type: "reasoning",
  id,
  summary: [],
  encrypted_content: encrypted,
});
export const began = (index: number, turn = 1): EventBody => ({
  type: "tool.called",
  ...place,
  turn,
  index,
  callId: "call_own",
  toolName: "echo",
  arguments: "{}",
});
export const returned = (index: number, result: string, turn = 1): EventBody => ({
  type: "tool.returned",
  ...place,
  turn,
  index,
  callId: "call_own",
  ...NOT_RUN,
  warnings: [],
  result,
  resultCharacters: result.length,
  resultFile: null,
  modelResult: result,
});
export const handedOver = (index: number, to: string, turn = 1): EventBody => ({
  type: "handoff",
  ...place,
  turn,
  index,
  to,
});
export const used = (input: number, output: number, cost: number | null): EventBody => ({
  type: "usage",
  ...place,
  model: "m",
  input,
  cached: 0,
  output,
  reasoning: 0,
  cost,
});
export const stopped: EventBody = { type: "run.cancelled", message: "Stopped by the user." };
export const refused = (message: string): EventBody => ({ type: "output.refused", ...place, message });
