import { expect, test } from "vitest";
import type { Item, ModelRequest } from "./model.ts";
import { responsesBody } from "./responses-request.ts";

const request: ModelRequest = {
  model: "gpt-5",
  instructions: "",
  input: [],
  tools: [],
  settings: {},
  format: null,
  previousResponseId: null,
};
const bodyOf = (changes: Partial<ModelRequest>) => responsesBody({ ...request, ...changes }).body;

test("nothing that was not set is sent", () => {
  expect(bodyOf({})).toEqual({
    model: "gpt-5",
    input: [],
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
  });
  expect(bodyOf({ settings: { toolChoice: "required", parallelToolCalls: false } })).not.toHaveProperty("tool_choice");
});

test("encrypted reasoning is asked for where the server keeps nothing and the model may reason", () => {
  expect(bodyOf({ model: "gpt-4o" })).not.toHaveProperty("include");
  expect(bodyOf({ model: "unheard-of" })).toHaveProperty("include");
  expect(bodyOf({ settings: { store: true } })).toMatchObject({ store: true });
  expect(bodyOf({ settings: { store: true } })).not.toHaveProperty("include");
  expect(bodyOf({ previousResponseId: "resp_1" })).toMatchObject({ store: true, previous_response_id: "resp_1" });
});

test("reasoning that is only an id is sent to a server that kept it, and to no other", () => {
  const bare: Item = { type: "reasoning", id: "rs_1", summary: [] };
  const sealed: Item = { ...bare, encrypted_content: "x" };
  const open: Item = { ...bare, content: [{ type: "reasoning_text", text: "hm" }] };
  const unheard: Item = { type: "hologram", beams: [1] };
  const input = [bare, sealed, open, unheard];
  expect(bodyOf({ input }).input).toEqual([sealed, open, unheard]);
  expect(bodyOf({ input, settings: { store: true } }).input).toEqual(input);
});

test("one tool is forced by its name, its label or its type", () => {
  const tools = [
    { type: "function", name: "web_search" },
    { type: "custom", name: "shell" },
    { type: "mcp", server_label: "docs" },
    { type: "code_interpreter" },
  ];
  const forced = (toolChoice: string) => bodyOf({ tools, settings: { toolChoice } }).tool_choice;
  expect(forced("web_search")).toEqual({ type: "function", name: "web_search" });
  expect(forced("shell")).toEqual({ type: "custom", name: "shell" });
  expect(forced("docs")).toEqual({ type: "mcp", server_label: "docs" });
  expect(forced("code_interpreter")).toEqual({ type: "code_interpreter" });
  expect(forced("required")).toBe("required");
  expect(() => forced("file_search")).toThrow(
    'The settings force the tool "file_search", which this agent does not have',
  );
});

test("all other settings have their place", () => {
  const settings = {
    reasoningEffort: "high",
    reasoningSummary: "auto",
    verbosity: "low",
    maxOutputTokens: 9,
    truncation: "auto",
    metadata: { session: "a" },
    serviceTier: "flex",
  } as const;
  expect(bodyOf({ instructions: "Be brief.", settings })).toMatchObject({
    instructions: "Be brief.",
    reasoning: { effort: "high", summary: "auto" },
    text: { verbosity: "low" },
    max_output_tokens: 9,
    truncation: "auto",
    metadata: { session: "a" },
    service_tier: "flex",
  });
});
