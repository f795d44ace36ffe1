import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkParameters } from "#lib/tools/validate.ts";
import { judge } from "./check.ts";
import { parseJson } from "./json-parse.ts";
import { anySchema, anyValue } from "./schemas.test-support.ts";
import type { FieldState } from "./state.ts";
import { fromValue } from "./state.ts";

function paths(schema: unknown, value: unknown): string[] {
  return judge(schema, fromValue(value)).issues.map(({ code, path }) => `${code} ${path}`);
}

function read(text: string): FieldState {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.state;
}

test("names the missing, the surplus and the wrong by pointer", () => {
  const schema = {
    type: "object",
    properties: { "a/b": { type: "integer", minimum: 1 }, list: { type: "array", items: { type: "string" } } },
    required: ["a/b", "list"],
    additionalProperties: false,
  };
  expect(paths(schema, {})).toEqual(["required /a~1b", "required /list"]);
  expect(paths(schema, { "a/b": 0, list: ["x", 1], more: 1 })).toEqual([
    "minimum /a~1b",
    "type /list/1",
    "additional /more",
  ]);
});

test("of a union that fails, only the nearest branch speaks", () => {
  const schema = {
    anyOf: [
      { type: "object", properties: { kind: { const: "wait" }, ms: { type: "number" } }, required: ["kind", "ms"] },
      { type: "object", properties: { kind: { const: "go" }, to: { type: "string" } }, required: ["kind", "to"] },
      { type: "string" },
    ],
  };
  expect(paths(schema, { kind: "go" })).toEqual(["required /to"]);
  expect(paths(schema, 5)).toEqual(["type "]);
  expect(judge(schema, fromValue(5)).issues[0]?.params.expected).toBe("object|string");
});

test("checks integers digit by digit", () => {
  const schema = { type: "integer", maximum: 9007199254740992 };
  expect(judge(schema, read("9007199254740993")).issues.map(({ code }) => code)).toEqual(["maximum"]);
});

test("a pattern of another dialect is left to the tool", () => {
  expect(paths({ type: "string", pattern: "(?P<year>\\d+)\\Z" }, "x")).toEqual([]);
});

test("an unusual notation only warns, and a union need look right in one shape", () => {
  const warned = (schema: unknown, value: unknown) => judge(schema, fromValue(value)).warnings.map(({ path }) => path);
  expect(paths({ format: "date" }, "2023-02-29")).toEqual(["format "]);
  expect(warned({ properties: { link: { format: "uri" } } }, { link: "예시" })).toEqual(["/link"]);
  expect(warned({ format: "date-time" }, "2024-02-29T10:00")).toEqual([""]);
  expect(warned({ format: "time" }, "07:30:00")).toEqual([]);
  expect(warned({ anyOf: [{ format: "date" }, { format: "date-time" }] }, "2024-02-29")).toEqual([]);
});

test("follows references, also in circles", () => {
  const schema = {
    $ref: "#/$defs/Node",
    $defs: {
      Node: {
        type: "object",
        properties: { next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] } },
        required: ["next"],
      },
    },
  };
  expect(paths(schema, { next: { next: null } })).toEqual([]);
  expect(paths(schema, { next: { next: {} } })).toEqual(["required /next/next/next"]);
  expect(paths({ $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } }, 1)).toEqual([]);
});

describe("agrees with the check on the server", () => {
  test("on schemas and values of every kind", () => {
    fc.assert(
      fc.property(anySchema, anyValue, (schema, value) => {
        const parameters = { type: "object", properties: { value: schema } };
        const text = JSON.stringify({ value });
        const accepted = checkParameters(parameters, text, { what: "ToolParameters" }).ok;
        expect({ schema, text, accepted: judge(parameters, read(text)).issues.length === 0 }).toEqual({
          schema,
          text,
          accepted,
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe("of a union that fails, all that it takes is said", () => {
  test.each<[object, unknown, object]>([
    [{ oneOf: [{ const: 1 }, { const: 2 }] }, 3, { code: "enum", params: { choices: "1, 2", count: 2 } }],
    [
      { oneOf: [{ enum: ["fast"] }, { enum: ["slow", "fast"] }, { type: "object" }] },
      "x",
      { code: "enum", params: { choices: '"fast", "slow"', count: 2 } },
    ],
    [
      { anyOf: [{ type: "string", format: "date" }, { type: "string", format: "time" }, { type: "integer" }] },
      "x",
      { code: "format", params: { format: "date|time" } },
    ],
    [{ anyOf: [{ type: "string", minLength: 2 }, { type: "null" }] }, "x", { code: "minLength" }],
  ])("%j and %j", (v, value, found) => {
    const schema = { type: "object", properties: { v } };
    const { issues } = judge(schema, fromValue({ v: value }));
    expect(issues).toMatchObject([{ path: "/v", ...found }]);
  });
});
