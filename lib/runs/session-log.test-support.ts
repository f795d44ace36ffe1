import type { Event, EventBody } from "./schema.ts";
import type { LogFrame } from "./transcript.ts";

/** The frames of a session whose runs wrote these events, each a second after the last. */
export function framesOf(...runs: EventBody[][]): LogFrame[] {
  let seconds = 0;
  return runs.flatMap((bodies, run) =>
    bodies.map((body, index): LogFrame => {
      const at = new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)).toISOString();
      return { position: run + 1, event: { ...body, seq: index + 1, runId: `run_${run + 1}`, at } as Event };
    }),
  );
}

const at = { agent: "clerk", turn: 1 };

/** Events with what the test does not care about filled in. */
export const say = {
  started: (tools: Extract<EventBody, { kind: "agent" }>["tools"] = []): EventBody => ({
    ...{ type: "run.started", kind: "agent", agent: "clerk", agentVersionId: "av_1", versionNumber: 4, tools },
  }),
  message: (text: string, messageId = "msg_0000000001"): EventBody => ({
    ...{ type: "message", messageId, text, files: [], joined: "start", author: "mem_1" },
  }),
  asked: (turn = 1, attempt = 1): EventBody => ({
    ...{ type: "model.started", agent: "clerk", turn, attempt, by: "server", provider: "main", model: "gpt-x" },
  }),
  text: (text: string, turn = 1): EventBody => ({ type: "text.delta", ...at, turn, text }),
  reasoning: (text: string, turn = 1): EventBody => ({ type: "reasoning.delta", ...at, turn, text }),
  writes: (index: number, name: string, text: string): EventBody => ({
    ...{ type: "tool.arguments.delta", ...at, index, name, text },
  }),
  responded: (items: Record<string, unknown>[], turn = 1): EventBody => ({
    ...{
      type: "model.responded",
      ...at,
      turn,
      status: "completed",
      reason: null,
      responseId: "resp_1",
      items,
      ms: 900,
    },
  }),
  used: (turn: number, cost: number | null, agent = "clerk"): EventBody => ({
    ...{ type: "usage", agent, turn, model: "gpt-x", input: 100, cached: 40, output: 20, reasoning: 5, cost },
  }),
  called: (index: number, toolName = "calculator", turn = 1): EventBody => ({
    ...{ type: "tool.called", ...at, turn, index, callId: `call_${turn}_${index}`, toolName, arguments: '{"a":7}' },
  }),
  log: (index: number, text: string, turn = 1): EventBody => ({
    ...{ type: "tool.log", ...at, turn, index, callId: `call_${turn}_${index}`, stream: "stdout", text },
  }),
  left: (index: number, name: string, mediaType = "text/csv"): EventBody => ({
    ...{ type: "tool.artifact", ...at, index, callId: `call_1_${index}`, name, bytes: 120, mediaType },
  }),
  returned: (index: number, result: string, turn = 1): EventBody => ({
    ...{ type: "tool.returned", ...ended(turn, index), result, resultCharacters: result.length, resultFile: null },
    modelResult: result,
  }),
  failed: (index: number, message: string, turn = 1): EventBody => ({
    ...{ type: "tool.failed", ...ended(turn, index), code: "tool_failed", message, modelResult: message },
  }),
};

/** Items of the Responses API. */
export const item = {
  text: (text: string, annotations: unknown[] = []) => ({
    ...{ type: "message", role: "assistant", content: [{ type: "output_text", text, annotations }] },
  }),
  call: (name: string, args = "{}", callId = "c1") => ({
    ...{ type: "function_call", name, arguments: args, call_id: callId },
  }),
};

function ended(turn: number, index: number) {
  const timing = { queueMs: 0, bootMs: 2, runMs: 140 };
  const how = { exitCode: 0, signal: null, timing, backEnd: "zygote" as const, sandbox: "namespaces" as const };
  return {
    ...{ ...at, ...how, turn, index, callId: `call_${turn}_${index}`, peakMemoryBytes: 1e6 },
    ...{ logLength: 1e9, warnings: [] },
  };
}
