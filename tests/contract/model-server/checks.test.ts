import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { CASES, hasCases, judgeStrictly } from "#lib/tools/definition/strict-rules.test-support.ts";
import { findDescription } from "../../support/model-server/checks/description.ts";
import { findStrictProblem } from "../../support/model-server/checks/strict-schema.ts";
import type { ScriptItem } from "../../support/model-server/script.ts";
import type { ModelServer } from "../../support/model-server/server.ts";
import { withModelServer } from "../../support/model-server/with-model-server.ts";
import { weather } from "./client.ts";

type Body = Record<string, unknown>;

const server = withModelServer();
/** Tells what our own rules find, where OpenAI's description would find it first. */
const ruling = withModelServer({ checks: "rules" });
const user = { role: "user", content: "hi" };
const call = (id: string) => ({ type: "function_call", call_id: id, name: "weather", arguments: "{}" });
const output = (id: string, text = "sun") => ({ type: "function_call_output", call_id: id, output: text });
const tool = (more: Body) => ({ input: "hi", tools: [{ ...weather, ...more }] });
const parameters = (more: Body) => tool({ parameters: { ...weather.parameters, ...more } });
const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" };
const include = ["reasoning.encrypted_content"];

type Route = "responses" | "chat/completions";

async function post(route: Route, body: Body, to = server) {
  const answer = await fetch(`${to.url}/${route}`, {
    method: "POST",
    body: JSON.stringify({ model: "m", ...body }),
  });
  return { status: answer.status, body: (await answer.json()) as Body & { error?: Body; output?: ScriptItem[] } };
}

async function expectRefusal(to: ModelServer, { route, body, message }: { route: Route; body: Body; message: string }) {
  to.play(() => [{ type: "message", text: "a" }]);
  const { status, body: answer } = await post(route, body, to);
  expect([status, answer.error]).toMatchObject([400, { type: "invalid_request_error", message: expect.any(String) }]);
  expect(answer.error?.message).toContain(message);
  expect(to.takeViolations()).toEqual([{ request: 0, message: answer.error?.message, param: answer.error?.param }]);
}

async function expectTaken(route: Route, body: Body) {
  server.play(() => [{ type: "message", text: "a" }]);
  expect(await post(route, body)).toMatchObject({ status: 200 });
}

const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...weather, name: `t${at}` }));

test.each<[string, Body]>([
  ["a text", { input: "hi", tools: [weather], tool_choice: { type: "function", name: "weather" } }],
  ["outputs in any order", { input: [user, call("a"), call("b"), output("b"), output("a")] }],
  ["exactly 128 tools", { input: "hi", tools: many(128) }],
  ["reasoning with its item", { store: false, include, input: [user, reasoning, call("a"), output("a")] }],
  ["a loose schema that is not strict", tool({ strict: false, parameters: { type: "object" } })],
  ["an id of 64 characters", { input: [call("i".repeat(64)), output("i".repeat(64))] }],
])("Responses takes %s", (_, body) => expectTaken("responses", body));

test.each<[string, Body, string]>([
  ["an open call", { input: [call("a"), user] }, "No tool output found for function call a."],
  [
    "an output without its call",
    { input: [output("a")] },
    "No tool call found for function call output with call_id a.",
  ],
  ["an output before its call", { input: [output("a"), call("a")] }, "No tool call found"],
  [
    "two outputs for a call",
    { input: [call("a"), output("a"), output("a")] },
    "More than one output for function call a.",
  ],
  ["two calls of one id", { input: [call("a"), output("a"), call("a"), output("a")] }, "Duplicate function call"],
  ["a long call id", { input: [call("i".repeat(65)), output("i".repeat(65))] }, "'call_id'"],
  ["a huge output", { input: [call("a"), output("a", "x".repeat(10_485_761))] }, "10485761 characters"],
  [
    "an unknown previous response",
    { input: "hi", previous_response_id: "resp_0" },
    "Previous response with id 'resp_0' not found.",
  ],
  ["reasoning at the end", { input: [user, reasoning] }, "without its required following item"],
  ["reasoning before a person's message", { input: [reasoning, user] }, "without its required following item"],
  ["reasoning without include", { store: false, input: [reasoning, call("a"), output("a")] }, "'include'"],
  [
    "reasoning without its content",
    { store: false, include, input: [{ ...reasoning, encrypted_content: null }, call("a"), output("a")] },
    "not found: items are not persisted",
  ],
  ["a function name with a dot", tool({ name: "a.b" }), "'tools[0].name'"],
  ["a function name that is too long", tool({ name: "n".repeat(65) }), "'tools[0].name'"],
  ["two functions of one name", { input: "hi", tools: [weather, weather] }, "unique: 'weather'"],
  ["129 tools", { input: "hi", tools: many(129) }, "Expected at most 128, but got 129"],
  ["a tool that does not say strict", tool({ strict: null }), "strict"],
  ["a root union, strict or not", tool({ strict: false, parameters: { type: "object", anyOf: [] } }), "'anyOf'"],
  ["a root that is no object", tool({ strict: false, parameters: { type: "string" } }), "exactly 'object'"],
  ["an optional parameter in a strict schema", parameters({ required: [] }), "'city' is missing"],
  ["an open object in a strict schema", parameters({ additionalProperties: true }), "'additionalProperties'"],
  [
    "a choice of a tool that is not there",
    { ...tool({}), tool_choice: { type: "function", name: "x" } },
    "'x' not found",
  ],
  ["a choice without tools", { input: "hi", tool_choice: "required" }, "only allowed when 'tools'"],
  [
    "an output format that is not strict-clean",
    { input: "hi", text: { format: { type: "json_schema", name: "f", strict: true, schema: { type: "object" } } } },
    "'additionalProperties'",
  ],
])("Responses refuses %s", (_, body, message) => expectRefusal(ruling, { route: "responses", body, message }));

const calls = (...ids: string[]) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "weather", arguments: "{}" } })),
});
const answerTo = (id: string) => ({ role: "tool", tool_call_id: id, content: "sun" });
const { type, ...weatherFunction } = weather;
const chatTool = (more: Body) => ({ messages: [user], tools: [{ type, function: { ...weatherFunction, ...more } }] });

test.each<[string, Body]>([
  ["answers in any order", { messages: [user, calls("a", "b"), answerTo("b"), answerTo("a"), user] }],
  [
    "reasoning of other servers",
    { messages: [user, { role: "assistant", content: "a", reasoning_content: "r" }, user] },
  ],
  ["a strict tool", chatTool({})],
])("Chat takes %s", (_, body) => expectTaken("chat/completions", body));

test.each<[string, Body, string]>([
  ["an open call", { messages: [user, calls("a", "b"), answerTo("a")] }, "without a response: b"],
  ["a message between", { messages: [user, calls("a"), user, answerTo("a")] }, "without a response: a"],
  ["a stray tool message", { messages: [user, answerTo("a")] }, "there is no open call a"],
  ["two answers to a call", { messages: [user, calls("a"), answerTo("a"), answerTo("a")] }, "there is no open call a"],
  ["a long call id", { messages: [calls("i".repeat(65)), answerTo("i".repeat(65))] }, "at most 64 characters, got 65"],
  ["a tool that does not say strict", chatTool({ strict: undefined }), "strict"],
  ["a bad name", chatTool({ name: "날씨" }), "'tools[0].function.name'"],
])("Chat refuses %s", (_, body, message) => expectRefusal(ruling, { route: "chat/completions", body, message }));

describe.skipIf(!findDescription())("by OpenAI's description", () => {
  test.each<[string, Body, string]>([
    ["a field of the wrong type", { input: "hi", temperature: "hot" }, "Invalid 'temperature'"],
    ["a number out of bounds", { input: "hi", temperature: 3 }, "Invalid 'temperature'"],
    ["an unknown field", { input: "hi", max_tokens: 5 }, "Unknown parameter: 'max_tokens'."],
    [
      "what a client adds to an item",
      { input: [{ ...call("a"), parsed_arguments: {} }, output("a")] },
      "'input[0].parsed_arguments'",
    ],
    ["an item without its arguments", { input: [{ ...call("a"), arguments: undefined }, output("a")] }, "'arguments'"],
    ["an unknown type of item", { input: [{ type: "unheard_of" }] }, "'unheard_of' is not a type of an input item"],
    [
      "an unknown type of tool",
      { input: "hi", tools: [{ type: "unheard_of" }] },
      "'unheard_of' is not a type of a tool",
    ],
    ["an unknown role", { input: [{ role: "boss", content: "a" }] }, "Invalid 'input[0].role'"],
    [
      "a part of the wrong kind",
      { input: [{ role: "user", content: [{ type: "text", text: "a" }] }] },
      "Invalid 'input[0].content",
    ],
  ])("Responses refuses %s", (_, body, message) => expectRefusal(server, { route: "responses", body, message }));

  test.each<[string, Body, string]>([
    ["no messages", { messages: [] }, "Invalid 'messages'"],
    ["an unknown role", { messages: [{ role: "boss", content: "a" }] }, "'boss' is not a role"],
    ["an unknown field", { messages: [user], input: "a" }, "Unknown parameter: 'input'."],
    ["a message without content", { messages: [{ role: "user" }] }, "'content'"],
  ])("Chat refuses %s", (_, body, message) => expectRefusal(server, { route: "chat/completions", body, message }));
});

describe("what the server said itself", () => {
  const said = async (items: ScriptItem[], more: Body = {}) => {
    server.play([items, [{ type: "message", text: "b" }]]);
    const { body } = await post("responses", { input: [user], ...more });
    return body.output ?? [];
  };

  test("comes back as it was, unknown items and repeated call ids too", async () => {
    const items = await said([{ type: "unheard_of", x: 1 }, { ...call("call_0"), extra: true }, call("call_0")]);
    const input = [user, ...items, output("call_0"), output("call_0")];
    expect(await post("responses", { input })).toMatchObject({ status: 200 });
  });

  test.skipIf(!findDescription())("does not come back altered", async () => {
    const [item] = await said([{ type: "unheard_of", x: 1 }]);
    await expect(post("responses", { input: [user, { ...item, x: 2 }] })).resolves.toMatchObject({ status: 400 });
    expect(server.takeViolations()).toHaveLength(1);
  });

  const pair = [{ type: "reasoning", summary: "Hm." }, call("a")];

  test.each<[string, (items: ScriptItem[]) => Body[], string]>([
    ["reasoning before another item", ([first]) => [first as Body, call("a"), output("a")], "required following item"],
    [
      "a call without its reasoning",
      ([, second]) => [second as Body, output("a")],
      "without its required 'reasoning' item",
    ],
    [
      "other encrypted content",
      ([first, second]) => [{ ...first, encrypted_content: "x" }, second as Body, output("a")],
      "could not be verified",
    ],
  ])("does not come back as %s", async (_, change, message) => {
    const items = await said(pair, { store: false, include });
    const { status, body } = await post("responses", { store: false, include, input: [user, ...change(items)] });
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(message)]);
    expect(server.takeViolations()).toHaveLength(1);
  });

  test("in a stored conversation holds open calls against the next request", async () => {
    server.play([[call("a")], []]);
    const { body } = await post("responses", { input: [user] });
    const { status } = await post("responses", { previous_response_id: body.id, input: "go on" });
    expect([status, server.takeViolations()[0]?.message]).toEqual([400, "No tool output found for function call a."]);
  });

  test("is not stored with store: false", async () => {
    server.play([[], []]);
    const { body } = await post("responses", { input: [user], store: false });
    expect(await post("responses", { previous_response_id: body.id, input: "go on" })).toMatchObject({ status: 400 });
    expect(server.takeViolations()).toHaveLength(1);
  });
});

describe.skipIf(!hasCases)("strict rules", () => {
  const folder = path.join(CASES, "schemas");
  const object = (properties: Body) => ({
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  const deep = (levels: number): Body => (levels === 0 ? { type: "string" } : object({ a: deep(levels - 1) }));

  test("are those that are written down", () => {
    const real = hasCases
      ? readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")).tool.inputSchema)
      : [];
    const parts = [
      { type: "string", format: "uri" },
      { type: "string", pattern: "^(?=a)" },
      { type: "array" },
      { description: "anything" },
      true,
      { type: "object" },
      { $ref: "#/$defs/none" },
      { $ref: "#", description: "a" },
      { $ref: "#" },
      { oneOf: [] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { enum: Array.from({ length: 251 }, (_, at) => `${at}${"x".repeat(60)}`) },
      { enum: Array.from({ length: 1001 }, (_, at) => at) },
      { const: "x".repeat(120_001) },
      { type: "array", items: { type: "object", properties: {}, additionalProperties: false } },
    ];
    const made = [deep(11), deep(12), ...parts.map((part) => object({ part }))];
    const schemas = [...real, ...made];
    const judged = judgeStrictly(schemas).map(({ refused }) => refused.length === 0);
    expect(schemas.map((schema) => findStrictProblem(schema) === null)).toEqual(judged);
    expect(new Set(judged).size).toBe(2);
  });
});
