import type OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { findDescription } from "../../support/model-server/checks/description.ts";
import type { ScriptItem } from "../../support/model-server/script.ts";
import { withModelServer } from "../../support/model-server/with-model-server.ts";
import { clientOf, collected, weather } from "./client.ts";

const server = withModelServer({ models: ["alpha", "beta"], key: "k" });
const input = [{ role: "user" as const, content: "hi" }];
const call = { type: "function_call", call_id: "c1", name: "weather", arguments: '{"city":"Jeju"}' };

const EVERYTHING: ScriptItem[] = [
  { type: "reasoning", summary: "They want the weather.", text: "Think." },
  { type: "message", text: "Let me look. 세계 🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀" },
  call,
  { type: "message", refusal: "I will not say more." },
];

async function eventsOf(body: Partial<OpenAI.Responses.ResponseCreateParamsStreaming> = {}) {
  const stream = await clientOf(server).responses.create({ model: "m", input, stream: true, ...body });
  return collected(stream);
}

test("a streamed answer has all events in true order, numbered", async () => {
  server.play([EVERYTHING]);
  const events = await eventsOf();
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
  const kinds = events.map(({ type }) => type.replace("response.", ""));
  expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([
    "created",
    "in_progress",
    "output_item.added",
    ..."part.added text.delta text.done part.done".split(" ").map((part) => `reasoning_summary_${part}`),
    ..."content_part.added reasoning_text.delta reasoning_text.done content_part.done".split(" "),
    "output_item.done",
    "output_item.added",
    ..."content_part.added output_text.delta output_text.done content_part.done".split(" "),
    "output_item.done",
    "output_item.added",
    "function_call_arguments.delta",
    "function_call_arguments.done",
    "output_item.done",
    "output_item.added",
    ..."content_part.added refusal.delta refusal.done content_part.done".split(" "),
    "output_item.done",
    "completed",
  ]);
});

test("the client's own accumulation of the deltas equals the last event", async () => {
  server.play([{ output: EVERYTHING, chunk: 1 }]);
  const stream = clientOf(server).responses.stream({ model: "m", input });
  const texts: Record<string, string> = {};
  for await (const event of stream) {
    if (event.type.endsWith(".delta"))
      texts[event.type] = (texts[event.type] ?? "") + (event as { delta: string }).delta;
  }
  const response = await stream.finalResponse();
  expect(texts["response.output_text.delta"]).toBe("Let me look. 세계 🚀🚀🚀🚀🚀🚀🚀🚀🚀🚀");
  expect(texts["response.function_call_arguments.delta"]).toBe('{"city":"Jeju"}');
  expect(response.output.map(({ type }) => type)).toEqual(["reasoning", "message", "function_call", "message"]);
});

test("without streaming the same answer is one object", async () => {
  server.play([{ output: [call], usage: { input: 7, cached: 3, output: 2, reasoning: 1 } }]);
  const response = await clientOf(server).responses.create({ model: "m", input });
  expect(response).toMatchObject({ status: "completed", output: [call], usage: { input_tokens: 7, total_tokens: 9 } });
});

test.each(["max_output_tokens", "content_filter"] as const)(
  "an answer that stops for %s is incomplete",
  async (reason) => {
    server.play([{ output: [{ ...call, arguments: '{"ci' }], incomplete: reason }]);
    const events = await eventsOf();
    expect(events.at(-1)).toMatchObject({
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason }, output: [{ status: "incomplete" }] },
    });
  },
);

test.skipIf(!findDescription())("all that is sent is as the description has it", async () => {
  const complaints = (name: string, value: unknown) => findDescription()?.complaints(name, value);
  server.play([EVERYTHING, { output: [call], incomplete: "max_output_tokens" }, [], EVERYTHING]);
  for (let turn = 0; turn < 3; turn += 1) {
    for (const event of await eventsOf()) expect(complaints("ResponseStreamEvent", event)).toEqual([]);
  }
  expect(complaints("Response", await clientOf(server).responses.create({ model: "m", input }))).toEqual([]);
  const models = await (await fetch(`${server.url}/models`, { headers: { authorization: "Bearer k" } })).json();
  expect(complaints("ListModelsResponse", models)).toEqual([]);
  expect(complaints("ListModelsResponse", { ...models, data: [{ id: 1 }] })).not.toEqual([]);
});

test("encrypted reasoning comes only where it was asked for", async () => {
  const output = [
    { type: "reasoning", summary: [], encrypted_content: "secret" },
    { type: "message", text: "a" },
  ];
  server.play([output, output]);
  const create = (include: "reasoning.encrypted_content"[]) =>
    clientOf(server).responses.create({ model: "m", input, include });
  expect((await create([])).output[0]).not.toHaveProperty("encrypted_content");
  expect((await create(["reasoning.encrypted_content"])).output[0]).toHaveProperty("encrypted_content", "secret");
});

test("models are listed, for the right key only", async () => {
  const models = await collected(clientOf(server).models.list());
  expect(models.map(({ id }) => id)).toEqual(["alpha", "beta"]);
  const answer = await fetch(`${server.url}/models`, { headers: { authorization: "Bearer other" } });
  expect([answer.status, await answer.json()]).toMatchObject([401, { error: { code: "invalid_api_key" } }]);
});

describe("a script", () => {
  const say = (text: string) => [{ type: "message", text }];
  const ask = async (session: string, more: OpenAI.Responses.ResponseInput = []) => {
    const asked = [{ role: "user" as const, content: session }, ...more];
    return (await clientOf(server).responses.create({ model: "m", input: asked })).output_text;
  };

  test("by session goes its own way in each, however they interleave", async () => {
    server.play({ a: [say("a1"), say("a2")], "*": [say("1"), say("2")] });
    expect(await Promise.all([ask("a"), ask("b"), ask("c")])).toEqual(["a1", "1", "1"]);
    expect(await Promise.all([ask("c"), ask("a"), ask("b")])).toEqual(["2", "a2", "2"]);
  });

  test("by history says the same again to the same question, without the fault", async () => {
    server.play([{ output: say("one"), fault: { kind: "status", status: 500 } }, say("two")], "history");
    await expect(ask("a")).rejects.toThrow("500");
    expect(await ask("a")).toBe("one");
    expect(await ask("a")).toBe("one");
    expect(
      await ask("a", [
        { role: "assistant", content: "one" },
        { role: "user", content: "go on" },
      ]),
    ).toBe("two");
  });

  test("as a function answers by what is asked, and an exhausted one fails the test", async () => {
    server.play(({ session, turn }) => say(`${session} ${turn}`));
    expect(await ask("x", [{ role: "assistant", content: "one" }])).toBe("x 1");
    server.play([]);
    await expect(ask("x")).rejects.toThrow("The script has no turn 0");
    expect(server.takeViolations()).toHaveLength(1);
  });
});

test("previous_response_id goes on with the stored conversation and its session", async () => {
  server.play({ first: [[call], [{ type: "message", text: "sunny" }]] });
  const client = clientOf(server);
  const first = await client.responses.create({ model: "m", input: "first", tools: [weather] });
  const output = [{ type: "function_call_output" as const, call_id: "c1", output: "sun" }];
  const second = await client.responses.create({ model: "m", previous_response_id: first.id, input: output });
  expect(second.output_text).toBe("sunny");
  expect(server.requests[1]).toMatchObject({
    session: "first",
    body: { previous_response_id: first.id, input: output },
  });
});
