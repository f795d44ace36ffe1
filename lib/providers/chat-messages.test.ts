import { expect, test } from "vitest";
import { chatMessages } from "./chat-messages.ts";
import type { Item } from "./model.ts";

const message = (role: string, content: unknown): Item => ({ type: "message", role, content });
const said = (text: string) => message("assistant", [{ type: "output_text", text, annotations: [] }]);
const call = (call_id: string, name = "look"): Item => ({ type: "function_call", call_id, name, arguments: "{}" });
const output = (call_id: string, given: unknown): Item => ({ type: "function_call_output", call_id, output: given });
const thought = (text: string): Item => ({
  type: "reasoning",
  summary: [],
  content: [{ type: "reasoning_text", text }],
});
const toolCall = (id: string) => ({ id, type: "function", function: { name: "look", arguments: "{}" } });

test("messages keep their roles, and developers become the system", () => {
  expect(
    chatMessages([
      { role: "user", content: "a" },
      message("developer", "b"),
      message("system", [{ type: "input_text", text: "c" }]),
      said("d"),
      message("assistant", [{ type: "refusal", refusal: "no" }]),
    ]),
  ).toEqual([
    { role: "user", content: "a" },
    { role: "system", content: "b" },
    { role: "system", content: "c" },
    { role: "assistant", content: "d" },
    { role: "assistant", content: null, refusal: "no" },
  ]);
});

test("an answer is one message, its outputs follow in the order of its calls, whatever comes between", () => {
  const items = [
    thought("hm"),
    said("I look."),
    call("a"),
    call("b"),
    output("b", "2"),
    message("user", "wait"),
    output("a", "1"),
  ];
  expect(chatMessages(items)).toEqual([
    { role: "assistant", content: "I look.", reasoning_content: "hm", tool_calls: [toolCall("a"), toolCall("b")] },
    { role: "tool", tool_call_id: "a", content: "1" },
    { role: "tool", tool_call_id: "b", content: "2" },
    { role: "user", content: "wait" },
  ]);
});

test("answers next to each other stay apart", () => {
  const items = [said("one"), said("two"), thought("hm"), call("a"), output("a", "1"), thought("so"), said("three")];
  expect(chatMessages(items)).toMatchObject([
    { content: "one" },
    { content: "two" },
    { content: null, reasoning_content: "hm", tool_calls: [{ id: "a" }] },
    { role: "tool" },
    { content: "three", reasoning_content: "so" },
  ]);
});

test("an id that is used again belongs to the output after it", () => {
  const items = [call("call_0"), output("call_0", "first"), call("call_0"), output("call_0", "second")];
  expect(chatMessages(items).map(({ content }) => content)).toEqual([null, "first", null, "second"]);
});

test("a call without an output, and an output without a call, are told", () => {
  expect(() => chatMessages([call("a")])).toThrow('The call a of "look" has no output.');
  expect(() => chatMessages([output("a", "1")])).toThrow("The output of call a has no call before it.");
});

test("images and files are parts, also those that a tool gave", () => {
  const image = { type: "input_image", image_url: "data:image/png;base64,AA==", detail: "low" };
  const file = { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,AA==" };
  const parts = [{ type: "input_text", text: "See" }, image, file, { type: "input_file", file_id: "file_1" }];
  expect(chatMessages([message("user", parts), call("a"), output("a", [image])])).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "See" },
        { type: "image_url", image_url: { url: image.image_url, detail: "low" } },
        { type: "file", file: { filename: "a.pdf", file_data: file.file_data } },
        { type: "file", file: { file_id: "file_1" } },
      ],
    },
    { role: "assistant", content: null, tool_calls: [toolCall("a")] },
    { role: "tool", tool_call_id: "a", content: "(see the next message)" },
    {
      role: "user",
      content: [
        { type: "text", text: 'This is what the tool "look" gave in call a:' },
        { type: "image_url", image_url: { url: image.image_url, detail: "low" } },
      ],
    },
  ]);
  expect(() => chatMessages([message("user", [{ type: "input_file", file_url: "https://x.test" }])])).toThrow(
    'cannot take a part "input_file"',
  );
});

test("what only another API understands is left out", () => {
  const hosted = { type: "web_search_call", id: "ws_1", status: "completed" };
  const sealed = {
    type: "reasoning",
    id: "rs_1",
    summary: [{ type: "summary_text", text: "x" }],
    encrypted_content: "y",
  };
  expect(chatMessages([hosted, sealed, { type: "item_reference", id: "x" }, hosted, said("Found.")])).toEqual([
    { role: "assistant", content: "Found." },
  ]);
});

test("a server gets back what it put beside a call, and reasoning under its own name for it", () => {
  const items = [
    { ...thought("hm"), chat_field: "reasoning" },
    { ...call("a"), chat_fields: { extra_content: { sign: 1 } } },
    output("a", "1"),
  ];
  expect(chatMessages(items)[0]).toEqual({
    role: "assistant",
    content: null,
    reasoning: "hm",
    tool_calls: [{ ...toolCall("a"), extra_content: { sign: 1 } }],
  });
});
