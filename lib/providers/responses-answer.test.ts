import { expect, test } from "vitest";
import type { Json } from "./exchange.ts";
import type { ModelDelta } from "./model.ts";
import { ResponsesAnswer } from "./responses-answer.ts";

function gather(events: Json[]) {
  const told: ModelDelta[] = [];
  const answer = new ResponsesAnswer("http://server.test/v1", (delta) => told.push(delta));
  for (const event of events) answer.take(event);
  return { told, response: answer.response };
}

const text = (delta: string) => ({ type: "response.output_text.delta", output_index: 0, delta });
const end = (kind: string, rest: Json = {}) => ({
  type: `response.${kind}`,
  response: { id: "resp_1", output: [], ...rest },
});

test("text that was under way is kept when the last event leaves it out", () => {
  const cut = end("incomplete", { incomplete_details: { reason: "max_output_tokens" } });
  expect(gather([text("Pa"), text("r"), cut]).response).toEqual({
    id: "resp_1",
    status: "incomplete",
    reason: "max_output_tokens",
    output: [
      {
        type: "message",
        role: "assistant",
        status: "incomplete",
        content: [{ type: "output_text", text: "Par", annotations: [] }],
      },
    ],
    usage: null,
  });
});

test("items that were done are kept in their order, and half a call is not", () => {
  const call = { type: "function_call", call_id: "a", name: "look", arguments: "{}" };
  const events = [
    { type: "response.output_item.done", output_index: 1, item: call },
    { type: "response.output_item.done", output_index: 0, item: { type: "unheard" } },
    { type: "response.output_item.added", output_index: 2, item: { ...call, arguments: "" } },
    { type: "response.function_call_arguments.delta", output_index: 2, delta: '{"x' },
    end("completed"),
  ];
  const { response, told } = gather(events);
  expect(response?.output).toEqual([{ type: "unheard" }, call]);
  expect(told).toEqual([
    { type: "arguments", index: 0, name: "look", text: "{}" },
    { type: "arguments", index: 1, name: "look", text: "" },
    { type: "arguments", index: 1, name: "look", text: '{"x' },
  ]);
});

test("parts of a summary of reasoning stand apart", () => {
  const part = (summary_index: number) => ({ type: "response.reasoning_summary_part.added", summary_index });
  const delta = (said: string) => ({ type: "response.reasoning_summary_text.delta", delta: said });
  const { told } = gather([part(0), delta("one"), part(1), delta("two")]);
  expect(told.map((each) => each.text).join("")).toBe("one\n\ntwo");
});

test("without a last event there is no answer, and strange events do no harm", () => {
  const strange = [
    {},
    { type: null },
    { type: 7 },
    { type: "response.output_text.delta" },
    { type: "response.unheard_of" },
  ];
  expect(gather([...strange, text("Hel")]).response).toBeNull();
});

test("a failed answer is a failure, as an error is in any of its forms", () => {
  const failing = (event: Json) => () => gather([text("Par"), event]);
  const error = { code: "rate_limit_exceeded", message: "Slow down." };
  expect(failing(end("failed", { error }))).toThrow(expect.objectContaining({ again: true }));
  expect(failing(end("failed", { error: { code: "invalid_prompt", message: "No." } }))).toThrow(
    'http://server.test/v1 could not finish its answer: "No" (invalid_prompt).',
  );
  expect(failing({ type: "error", code: "ERR_X", message: "X" })).toThrow(expect.objectContaining({ again: false }));
  expect(failing({ type: "error", error })).toThrow('"Slow down" (rate_limit_exceeded)');
  expect(failing({ error: { message: "No model." } })).toThrow('"No model"');
  expect(failing({ object: "response", status: "failed", error })).toThrow('"Slow down"');
});
