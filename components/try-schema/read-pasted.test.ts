import { expect, it } from "vitest";
import { readPasted } from "./read-pasted.ts";

const SCHEMA = { type: "object", properties: { city: { type: "string" } } };
const TOOL = { name: "weather", description: "Tells the weather.", inputSchema: SCHEMA };

const read = (value: unknown) => readPasted(JSON.stringify(value));
const drafts = (text: string) => {
  const reading = readPasted(text);
  return reading.is === "tools" ? reading.tools.map(({ name, schema }) => [name, schema]) : reading;
};

it("has nothing to say of nothing", () => {
  expect(readPasted(" \n")).toEqual({ is: "empty" });
});

it("reads a schema, whose title may be a name", () => {
  expect(read(SCHEMA)).toMatchObject({ origin: "schema", tools: [{ name: "tool", description: "", schema: SCHEMA }] });
  expect(read({ ...SCHEMA, title: "get_weather" })).toMatchObject({ tools: [{ name: "get_weather" }] });
  expect(read({ ...SCHEMA, title: "The Weather" })).toMatchObject({ tools: [{ name: "tool" }] });
  expect(drafts("\uFEFFtrue")).toEqual([["tool", true]]);
});

it.each([
  ["MCP", TOOL],
  ["the Responses API", { type: "function", name: "weather", parameters: SCHEMA }],
  ["chat completions", { type: "function", function: { name: "weather", parameters: SCHEMA } }],
  ["input_schema", { name: "weather", input_schema: SCHEMA }],
])("reads a tool as %s has it", (_, tool) => {
  expect(read(tool)).toMatchObject({ origin: "tool", leftOut: 0 });
  expect(drafts(JSON.stringify(tool))).toEqual([["weather", SCHEMA]]);
});

it.each([
  ["a list", [TOOL, { name: "half" }, 5]],
  ["what tools/list answers", { tools: [TOOL, { name: "half" }, 5] }],
  ["the message around it", { jsonrpc: "2.0", id: 1, result: { tools: [TOOL, { name: "half" }, 5] } }],
])("reads %s, and tells what is left out of it", (_, list) => {
  expect(read(list)).toMatchObject({ origin: "list", leftOut: 2, tools: [{ name: "weather" }] });
});

it("says where a text breaks off", () => {
  expect(readPasted('{\n  "type": }')).toMatchObject({
    problem: { code: "syntax", issue: { params: { reason: "unexpected", line: 2, column: 11 } } },
  });
});

it.each([
  ["5", "noSchema"],
  ['"object"', "noSchema"],
  ["null", "noSchema"],
  ["[]", "noTools"],
  ["[1, {}]", "noTools"],
  [`${"[".repeat(100_000)}`, "syntax"],
  [`"${"x".repeat(1_000_001)}"`, "long"],
])("refuses %.20s", (text, code) => {
  expect(readPasted(text)).toMatchObject({ is: "refused", problem: { code } });
});

it("measures each tool by itself", () => {
  const large = { name: "large", inputSchema: { enum: ["x".repeat(300_000)] } };
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`d${at}`, { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${at + 1}` })) }]),
  );
  const endless = { name: "endless", inputSchema: { $ref: "#/$defs/d0", $defs: { ...doubling, d40: {} } } };
  expect(read([TOOL, large, endless])).toMatchObject({
    tools: [{ problem: null }, { problem: { code: "largeSchema" } }, { problem: { code: "manyParts" } }],
  });
});
