import { expect, test } from "vitest";
import { ChatAnswer } from "./chat-answer.ts";
import type { Json } from "./exchange.ts";
import type { ModelDelta } from "./model.ts";

function gather(deltas: Json[], finish: string | null = "stop", rest: Json = {}) {
  const told: ModelDelta[] = [];
  const answer = new ChatAnswer("http://server.test/v1", (delta) => told.push(delta));
  for (const delta of deltas) answer.take({ choices: [{ index: 0, delta, finish_reason: null }] });
  answer.take({ choices: [{ index: 0, delta: {}, finish_reason: finish }], ...rest });
  return { told, answer, ...answer.response() };
}

const callsOf = (pieces: Json[]) =>
  gather(pieces.map((piece) => ({ tool_calls: [piece] }))).output.map(({ name, arguments: said }) => [name, said]);

const idsOf = (pieces: Json[]) =>
  gather(pieces.map((piece) => ({ tool_calls: [piece] }))).output.map(({ call_id }) => call_id);

test("calls in pieces by index", () => {
  const pieces = [
    { index: 0, id: "a", type: "function", function: { name: "look", arguments: "" } },
    { index: 0, function: { arguments: '{"x":' } },
    { index: 1, id: "b", type: "function", function: { name: "look", arguments: "" } },
    { index: 1, function: { arguments: "{}" } },
    { index: 0, function: { arguments: "1}" } },
  ];
  expect(callsOf(pieces)).toEqual([
    ["look", '{"x":1}'],
    ["look", "{}"],
  ]);
  expect(idsOf(pieces)).toEqual(["a", "b"]);
});

test.each<[string, Json[]]>([
  [
    "id and name in each piece",
    [
      { index: 0, id: "a", function: { name: "look", arguments: '{"x"' } },
      { index: 0, id: "a", function: { name: "look", arguments: ":1}" } },
      { index: 0, id: "a", function: { name: "look", arguments: "" } },
      { index: 1, id: "b", function: { name: "look", arguments: '{"x":2}' } },
    ],
  ],
  [
    "whole calls that all have the index 0",
    [
      { index: 0, id: "a", function: { name: "look", arguments: '{"x":1}' } },
      { index: 0, id: "b", function: { name: "look", arguments: '{"x":2}' } },
    ],
  ],
  [
    "whole calls without an index",
    [
      { id: "a", function: { name: "look", arguments: '{"x":1}' } },
      { id: "b", function: { name: "look", arguments: '{"x":2}' } },
    ],
  ],
  [
    "whole calls without index and id",
    [{ function: { name: "look", arguments: '{"x":1}' } }, { function: { name: "look", arguments: '{"x":2}' } }],
  ],
  [
    "pieces without index and id",
    [
      { id: "", function: { name: "look", arguments: '{"x"' } },
      { id: "", function: { arguments: ":1}" } },
      { id: "", function: { name: "look", arguments: '{"x":2}' } },
    ],
  ],
  [
    "pieces without an index, known by id",
    [
      { id: "a", function: { name: "look", arguments: '{"x"' } },
      { id: "b", function: { name: "look", arguments: '{"x":' } },
      { id: "a", function: { arguments: ":1}" } },
      { id: "b", function: { arguments: "2}" } },
    ],
  ],
  [
    "arguments as an object",
    [
      { index: 0, id: "a", function: { name: "look", arguments: { x: 1 } } },
      { index: 1, id: "b", function: { name: "look", arguments: { x: 2 } } },
    ],
  ],
])("%s", (_, pieces) => {
  expect(callsOf(pieces)).toEqual([
    ["look", '{"x":1}'],
    ["look", '{"x":2}'],
  ]);
  expect(new Set(idsOf(pieces)).size).toBe(2);
  expect(idsOf(pieces)).not.toContain("");
});

test("ids that are missing or given twice are made", () => {
  const ids = idsOf([
    { index: 0, id: "a", function: { name: "look", arguments: "{}" } },
    { index: 1, id: "a", function: { name: "note", arguments: "{}" } },
    { index: 2, function: { name: "look" } },
  ]);
  expect(ids[0]).toBe("a");
  expect(ids.slice(1)).toEqual([expect.stringMatching(/^call_/), expect.stringMatching(/^call_/)]);
  expect(new Set(ids).size).toBe(3);
});

test("the call of older servers, and no arguments", () => {
  const { output } = gather([
    { function_call: { name: "look", arguments: '{"x"' } },
    { function_call: { arguments: ":1}" } },
  ]);
  expect(output).toMatchObject([{ type: "function_call", name: "look", arguments: '{"x":1}' }]);
  expect(callsOf([{ index: 0, id: "a", function: { name: "look" } }])).toEqual([["look", "{}"]]);
});

test("reasoning by either name, and as parts, stands before the text", () => {
  const field = (name: string) => gather([{ [name]: "h" }, { [name]: "m" }, { content: "Yes." }]);
  expect(field("reasoning_content").output).toMatchObject([
    { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "hm" }] },
    { type: "message", content: [{ type: "output_text", text: "Yes." }] },
  ]);
  expect(field("reasoning").output[0]).toMatchObject({ chat_field: "reasoning" });
  expect(field("reasoning").told).toEqual([
    { type: "reasoning", text: "h" },
    { type: "reasoning", text: "m" },
    { type: "text", text: "Yes." },
  ]);
  const parts = [
    { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
    { type: "text", text: "Yes." },
  ];
  expect(gather([{ content: parts }]).output).toMatchObject([
    { content: [{ text: "hm" }] },
    { content: [{ text: "Yes." }] },
  ]);
});

test("tags in the text stay where they are, and nothing said is no item", () => {
  const { output } = gather([{ content: "<think>hm</think>Yes." }]);
  expect(output).toMatchObject([{ content: [{ text: "<think>hm</think>Yes." }] }]);
  expect(gather([{ role: "assistant", content: "" }]).output).toEqual([]);
});

test("what stands beside a call is kept", () => {
  const piece = {
    index: 0,
    id: "a",
    type: "function",
    function: { name: "look", arguments: "{}" },
    extra_content: { sign: 1 },
  };
  expect(gather([{ tool_calls: [piece] }]).output).toMatchObject([{ chat_fields: { extra_content: { sign: 1 } } }]);
});

test("usage is read where it is told, also as other servers tell it", () => {
  expect(gather([]).usage).toBeNull();
  const usage = { prompt_tokens: 9, completion_tokens: 3, prompt_cache_hit_tokens: 4, prompt_tokens_details: null };
  expect(gather([], "stop", { usage }).usage).toEqual({ input: 9, cached: 4, output: 3, reasoning: 0 });
});

test("a whole answer, as servers that do not stream give it", () => {
  const answer = new ChatAnswer("http://server.test/v1", () => undefined);
  const call = { id: "a", type: "function", function: { name: "look", arguments: "{}" } };
  answer.take({ object: "chat.completion", choices: [{ message: { content: "I look.", tool_calls: [call] } }] });
  expect(answer.isFinished).toBe(true);
  expect(answer.response().output.map(({ type }) => type)).toEqual(["message", "function_call"]);
});

test("an error in a chunk, in any of its forms, is a failure", () => {
  const take = (chunk: Json) => () => new ChatAnswer("http://server.test/v1", () => undefined).take(chunk);
  expect(take({ error: { message: "Busy.", code: 503 } })).toThrow(expect.objectContaining({ again: true }));
  expect(take({ error: "no such model" })).toThrow('could not finish its answer: "no such model"');
  expect(take({ type: "error", message: "No." })).toThrow(expect.objectContaining({ again: false }));
  const choices = [{ delta: {}, finish_reason: "error", error: { message: "Upstream broke.", code: 502 } }];
  expect(take({ choices })).toThrow(expect.objectContaining({ again: true }));
});
