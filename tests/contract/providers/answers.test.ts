import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as oneTurnOfTheLoop } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Item } from "#lib/providers/model.ts";
import type { ScriptItem } from "../../support/model-server/script.ts";
import { withModelServer } from "../../support/model-server/with-model-server.ts";
import { ask, joined, modelOf, user } from "./asking.ts";

const server = withModelServer();
const apis = ["responses", "chat"] as const;

const look = {
  type: "function",
  name: "look",
  description: "Looks at a city.",
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
  strict: true,
};

const call = (call_id: string, city: string): ScriptItem => ({
  type: "function_call",
  call_id,
  name: "look",
  arguments: JSON.stringify({ city }),
});

/** Items without what servers make up. */
function essence(items: readonly Item[]): Item[] {
  return items.map(({ id: _, ...item }) => {
    if (item.type !== "message") return item;
    return { ...item, content: (item.content as Item[]).map(({ logprobs: __, ...part }) => part) };
  });
}

const scripts: Record<string, ScriptItem[]> = {
  text: [{ type: "message", text: "Hello, 안녕하세요 👋, and\n\n```js\n1\n```" }],
  refusal: [{ type: "message", refusal: "I cannot help with that." }],
  calls: [call("call_a", "Busan"), call("call_b", "Seoul"), call("call_c", "")],
  "text and calls": [{ type: "message", text: "I look." }, call("call_a", "Busan")],
  "many calls": Array.from({ length: 200 }, (_, at) => call(`call_${at}`, `city ${at}`)),
  nothing: [],
};

test.for(Object.entries(scripts))("%s: both APIs give the same items and deltas", async ([, output]) => {
  const answers = [];
  for (const api of apis) {
    server.play([{ output, usage: { input: 100, cached: 60, output: 20, reasoning: 5 }, chunk: 3 }]);
    const { deltas, answer } = ask(modelOf(server.url, { api }), { tools: [look] });
    const { id, output: items, ...rest } = await answer;
    expect(typeof id).toBe(api === "responses" ? "string" : "object");
    answers.push({ rest, items: essence(items), deltas: joined(deltas) });
  }
  const [one, other] = answers;
  expect(other).toEqual(one);
  expect(one?.rest).toMatchObject({
    status: "completed",
    reason: null,
    usage: { input: 100, cached: 60, output: 20, reasoning: 5 },
  });
});

test("reasoning is told, kept and sent back by both", async () => {
  for (const api of apis) {
    server.play([
      [
        { type: "reasoning", summary: "First I look.", ...(api === "responses" && { encrypted_content: "x1" }) },
        call("call_a", "Busan"),
      ],
      [{ type: "message", text: "Rain." }],
    ]);
    const model = modelOf(server.url, { api });
    const { deltas, answer } = ask(model, { model: "gpt-5", tools: [look] });
    const { output } = await answer;
    expect(joined(deltas)[0]).toEqual({ type: "reasoning", text: "First I look." });
    const input = [user("hello"), ...output, { type: "function_call_output", call_id: "call_a", output: "rain" }];
    await ask(model, { model: "gpt-5", tools: [look], input }).answer;
    const body = server.requests.at(-1)?.body ?? {};
    if (api === "responses") expect(body.input).toEqual(input);
    else expect(body.messages).toMatchObject([{}, {}, { reasoning_content: "First I look." }, { role: "tool" }]);
  }
});

test.for(apis)("%s: an answer that was cut says why and keeps what was said", async (api) => {
  server.play([
    { output: [{ type: "message", text: "Par" }], incomplete: "max_output_tokens" },
    { output: [{ type: "message", text: "Par" }], incomplete: "content_filter" },
    { output: [call("call_a", "Busan")], incomplete: "max_output_tokens" },
  ]);
  const model = modelOf(server.url, { api });
  const cut = await ask(model).answer;
  expect(cut).toMatchObject({ status: "incomplete", reason: "max_output_tokens" });
  expect(cut.output).toMatchObject([{ status: "incomplete", content: [{ text: "Par" }] }]);
  expect(await ask(model).answer).toMatchObject({ status: "incomplete", reason: "content_filter" });
  const calling = await ask(model, { tools: [look] }).answer;
  expect(calling.output).toMatchObject([{ type: "function_call", status: "incomplete" }]);
});

test.for(apis)("%s: settings are sent in the API's own words, and what the model refuses is left out", async (api) => {
  const settings = {
    temperature: 0.5,
    topP: 0.9,
    maxOutputTokens: 500,
    reasoningEffort: "low",
    verbosity: "low",
    toolChoice: "look",
    parallelToolCalls: false,
    serviceTier: "flex",
  } as const;
  const format = {
    name: "weather",
    schema: {
      type: "object",
      properties: { rain: { type: "boolean" } },
      required: ["rain"],
      additionalProperties: false,
    },
    strict: true,
  };
  server.play([[call("call_a", "Busan")], [call("call_a", "Busan")]]);
  const model = modelOf(server.url, { api });
  const plain = await ask(model, { tools: [look], settings, format }).answer;
  const reasoning = await ask(model, { model: "gpt-5-2025-08-07", tools: [look], settings, format }).answer;
  expect(plain.leftOut).toEqual(["reasoningEffort", "verbosity"]);
  expect(reasoning.leftOut).toEqual(["temperature", "topP"]);
  const [one, other] = server.requests.map(({ body }) => body);
  expect(one).toMatchObject({
    temperature: 0.5,
    top_p: 0.9,
    parallel_tool_calls: false,
    service_tier: "flex",
    stream: true,
  });
  expect(one).not.toHaveProperty(api === "responses" ? "reasoning" : "reasoning_effort");
  expect(other).not.toHaveProperty("temperature");
  expect(other).toMatchObject(
    api === "responses"
      ? {
          max_output_tokens: 500,
          reasoning: { effort: "low" },
          text: { verbosity: "low", format: { type: "json_schema", ...format } },
          tool_choice: { type: "function", name: "look" },
          store: false,
          include: ["reasoning.encrypted_content"],
        }
      : {
          max_completion_tokens: 500,
          reasoning_effort: "low",
          verbosity: "low",
          response_format: { type: "json_schema", json_schema: format },
          tool_choice: { type: "function", function: { name: "look" } },
          stream_options: { include_usage: true },
        },
  );
});

test("an answer that the server keeps is gone on from with only what is new", async () => {
  server.play([[call("call_a", "Busan")], [{ type: "message", text: "Rain." }]]);
  const model = modelOf(server.url);
  const first = await ask(model, { tools: [look], settings: { store: true } }).answer;
  const input = [{ type: "function_call_output", call_id: "call_a", output: "rain" }];
  await ask(model, { tools: [look], previousResponseId: first.id, input }).answer;
  const body = server.requests[1]?.body;
  expect(body).toMatchObject({ previous_response_id: first.id, store: true, input });
  expect(body).not.toHaveProperty("include");
});

test("unknown items are kept as they came, and unknown events passed over", async () => {
  const unheard = { type: "hologram", id: "hg_1", beams: [1, { deep: null }] };
  server.play([{ output: [unheard, { type: "message", text: "See?" }], fault: { kind: "unknown_event", after: 3 } }]);
  const { output } = await ask(modelOf(server.url)).answer;
  expect(output[0]).toEqual(unheard);
  expect(output[1]).toMatchObject({ type: "message" });
});

test.for(apis)("%s: a stream under another content type is read all the same", async (api) => {
  server.play([{ output: scripts["text and calls"] ?? [], fault: { kind: "content_type", value: "text/plain" } }]);
  const { answer } = ask(modelOf(server.url, { api }), { tools: [look] });
  expect((await answer).output.map(({ type }) => type)).toEqual(["message", "function_call"]);
});

test("what Chat Completions do not know is refused before anything is sent", async () => {
  const model = modelOf(server.url, { api: "chat" });
  await expect(ask(model, { tools: [{ type: "web_search" }] }).answer).rejects.toThrow(
    'has the hosted tool "web_search"',
  );
  await expect(ask(model, { previousResponseId: "resp_1" }).answer).rejects.toThrow("goes on from an answer");
  await expect(ask(model, { tools: [look], settings: { toolChoice: "see" } }).answer).rejects.toThrow(
    'force the tool "see"',
  );
  expect(server.requests).toHaveLength(0);
});

const bare = createServer((request, response) => {
  request.resume();
  const isStreamed = request.url?.startsWith("/streamed") ?? false;
  const answer = { object: "response", id: "resp_1", status: "completed", output: [], usage: null };
  const done = { type: "response.output_item.done", output_index: 0, item: { type: "message", role: "assistant" } };
  response.writeHead(200, { "content-type": isStreamed ? "text/event-stream" : "application/json" });
  if (!isStreamed) return response.end(JSON.stringify({ ...answer, output: [done.item] }));
  const events = [done, { type: "response.completed", response: answer }];
  return response.end(`${events.map((event) => `data: ${JSON.stringify(event)}`).join("\n\n")}\n\n: bye\n\n`);
});
const connections: unknown[] = [];

beforeAll(async () => {
  bare.on("connection", (socket) => connections.push(socket));
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  bare.closeAllConnections();
  bare.close();
});

test("a last event without items leaves those that were done; one connection serves turn after turn", async () => {
  const model = modelOf(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/streamed`);
  for (const _ of [1, 2, 3]) {
    expect((await ask(model).answer).output).toEqual([{ type: "message", role: "assistant" }]);
    // The answer is known while its body is being closed.
    await oneTurnOfTheLoop();
  }
  expect(connections).toHaveLength(1);
});

test("a server that does not stream is heard as well", async () => {
  const model = modelOf(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/whole`);
  expect(await ask(model).answer).toMatchObject({ id: "resp_1", status: "completed", output: [{ type: "message" }] });
});
