import type OpenAI from "openai";
import { expect, test } from "vitest";
import { findDescription } from "../../support/model-server/checks/description.ts";
import { withModelServer } from "../../support/model-server/with-model-server.ts";
import { clientOf, collected } from "./client.ts";

const server = withModelServer();
const messages = [{ role: "user" as const, content: "hi" }];
const output = [
  { type: "reasoning", summary: "They want it." },
  { type: "message", text: "Let me look. 세계 🚀" },
  { type: "function_call", call_id: "c1", name: "weather", arguments: '{"city":"Jeju"}' },
  { type: "function_call", call_id: "c2", name: "weather", arguments: '{"city":"Seoul"}' },
  { type: "unheard_of", id: "u" },
];

async function chunksOf(more: Partial<OpenAI.ChatCompletionCreateParamsStreaming> = {}) {
  const stream = await clientOf(server).chat.completions.create({ model: "m", messages, stream: true, ...more });
  return collected(stream);
}

test("the client puts a streamed answer together as it was scripted", async () => {
  server.play([{ output, chunk: 3, usage: { input: 7, cached: 3, output: 2 } }]);
  const stream = clientOf(server).chat.completions.stream({
    model: "m",
    messages,
    stream_options: { include_usage: true },
  });
  const completion = await stream.finalChatCompletion();
  const [choice] = completion.choices;
  expect(choice?.finish_reason).toBe("tool_calls");
  expect(choice?.message.content).toBe("Let me look. 세계 🚀");
  expect(
    choice?.message.tool_calls?.map(({ id, ...call }) => [id, "function" in call && call.function.arguments]),
  ).toEqual([
    ["c1", '{"city":"Jeju"}'],
    ["c2", '{"city":"Seoul"}'],
  ]);
  expect(completion.usage).toMatchObject({ prompt_tokens: 7, prompt_tokens_details: { cached_tokens: 3 } });
});

test("reasoning comes in deltas of its own, calls by index, usage last and only if asked for", async () => {
  server.play([{ output }, { output }]);
  const chunks = await chunksOf({ stream_options: { include_usage: true } });
  const deltas = chunks.map(({ choices }) => choices[0]?.delta as { reasoning_content?: string } | undefined);
  expect(deltas.map((delta) => delta?.reasoning_content ?? "").join("")).toBe("They want it.");
  const indexes = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls?.map(({ index }) => index) ?? []);
  expect([...new Set(indexes)]).toEqual([0, 1]);
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 15 } });
  expect((await chunksOf()).at(-1)).not.toHaveProperty("usage");
});

test.each([
  [{ incomplete: "max_output_tokens" }, "length"],
  [{ incomplete: "content_filter" }, "content_filter"],
  [{ finish: "function_call" }, "function_call"],
  [{}, "stop"],
] as const)("%o finishes with %s", async (turn, finish) => {
  server.play([{ output: [{ type: "message", text: "a" }], ...turn }]);
  expect((await chunksOf()).at(-1)?.choices[0]?.finish_reason).toBe(finish);
});

test("without streaming the same answer is one object", async () => {
  server.play([{ output }, [{ type: "message", refusal: "No." }]]);
  const create = () => clientOf(server).chat.completions.create({ model: "m", messages });
  expect((await create()).choices[0]).toMatchObject({
    finish_reason: "tool_calls",
    message: {
      content: "Let me look. 세계 🚀",
      reasoning_content: "They want it.",
      tool_calls: [{ id: "c1" }, { id: "c2" }],
    },
  });
  expect((await create()).choices[0]?.message).toMatchObject({ content: null, refusal: "No." });
});

test.skipIf(!findDescription())("all that is sent is as the description has it", async () => {
  server.play([output, output]);
  for (const chunk of await chunksOf({ stream_options: { include_usage: true } })) {
    expect(findDescription()?.complaints("CreateChatCompletionStreamResponse", chunk)).toEqual([]);
  }
  const whole = await clientOf(server).chat.completions.create({ model: "m", messages });
  expect(findDescription()?.complaints("CreateChatCompletionResponse", whole)).toEqual([]);
});

test("the stream ends with [DONE]", async () => {
  server.play([output]);
  const body = JSON.stringify({ model: "m", messages, stream: true });
  const answer = await fetch(`${server.url}/chat/completions`, { method: "POST", body });
  expect((await answer.text()).endsWith("data: [DONE]\n\n")).toBe(true);
});
