import { describe, expect, test } from "vitest";
import { checkParameters } from "./validate.ts";

const schema = {
  type: "object",
  properties: {
    op: { type: "string", enum: ["+", "-"] },
    filters: {
      type: "array",
      items: { type: "object", properties: { value: { type: "integer" } }, required: ["value"] },
    },
    when: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
    "a/b": { type: "number" },
  },
  required: ["op"],
};

function issuesOf(text: string, what: "ToolParameters" | "UserParameters" = "ToolParameters") {
  const checked = checkParameters(schema, text, { what });
  return checked.ok ? [] : checked.issues;
}

describe("a refusal names the place, what is expected and what came", () => {
  test.each([
    ['{"op": "x"}', "op", '`op` must be one of "+", "-", not "x".'],
    ["{}", "op", "`op` is required."],
    ['{"op": "+", "filters": [{"value": "1"}]}', "filters[0].value", '`filters[0].value` must be an integer, not "1".'],
    ['{"op": "+", "filters": [{}]}', "filters[0].value", "`filters[0].value` is required."],
    ['{"op": "+", "a/b": "x"}', "a/b", '`a/b` must be a number, not "x".'],
    ['{"op": "+", "when": 3}', "when", "`when` must be a text or null, not 3."],
    ["[]", "", "ToolParameters must be a JSON object, not an array."],
  ])("%s", (text, path, message) => expect(issuesOf(text)[0]).toEqual({ path, message }));
});

test("what is no JSON is said to be none", () => {
  expect(issuesOf("{")[0]?.message).toMatch(/^ToolParameters are not JSON: /);
});

test("of UserParameters no value is quoted, not even of broken JSON", () => {
  expect(issuesOf('{"op": ["CANARY"]}', "UserParameters")[0]?.message).toBe("UserParameters: `op` must be a text.");
  expect(JSON.stringify(issuesOf('{"op": CANARY', "UserParameters"))).not.toContain("CANARY");
});

test("a time without a zone is accepted, as Pydantic accepts it", () => {
  expect(issuesOf('{"op": "+", "when": "2024-05-01T10:00:00"}')).toEqual([]);
  expect(issuesOf('{"op": "+", "when": "yesterday"}')).toHaveLength(1);
});

test("a stranger's pattern neither throws nor holds up the server", () => {
  const pattern = (text: string) => ({ type: "object", properties: { a: { type: "string", pattern: text } } });
  const slow = JSON.stringify({ a: `${"a".repeat(40)}!` });
  expect(checkParameters(pattern("^(a+)+$"), slow, { what: "ToolParameters" })).toEqual({ ok: true });
  expect(checkParameters(pattern("(?P<x>a)\\Z"), '{"a": "b"}', { what: "ToolParameters" })).toEqual({ ok: true });
  expect(checkParameters(pattern("^[\\w\\-]+$"), '{"a": "!"}', { what: "ToolParameters" }).ok).toBe(false);
});

test("a schema that cannot be compiled refuses nothing, and nesting without end is said", () => {
  expect(checkParameters({ $ref: "https://example.com/x" }, "{}", { what: "ToolParameters" })).toEqual({ ok: true });
  const recursive = { $ref: "#/$defs/n", $defs: { n: { type: "object", properties: { a: { $ref: "#/$defs/n" } } } } };
  const deep = `${'{"a":'.repeat(100_000)}{}${"}".repeat(100_000)}`;
  expect(checkParameters(recursive, deep, { what: "ToolParameters" }).ok).toBe(false);
});

test("two patterns of one schema are told apart", () => {
  const properties = { a: { type: "string", pattern: "^a$" }, b: { type: "string", pattern: "^b$" } };
  expect(checkParameters({ type: "object", properties }, '{"a": "a", "b": "b"}', { what: "ToolParameters" })).toEqual({
    ok: true,
  });
});

test("names that every JavaScript object has are required like others", () => {
  const inherited = { type: "object", properties: { toString: { type: "integer" } }, required: ["constructor"] };
  const checked = checkParameters(inherited, "{}", { what: "ToolParameters" });
  expect(checked).toMatchObject({ issues: [{ message: "`constructor` is required." }] });
});

test("of very many choices some are told, and how many there are", () => {
  const choices = { properties: { x: { enum: Array.from({ length: 5000 }, (_, index) => `${index}`) } } };
  const checked = checkParameters(choices, '{"x": "?"}', { what: "ToolParameters" });
  if (checked.ok) throw new Error("It was accepted.");
  expect(checked.issues[0]?.message).toMatch(/^`x` must be one of "0", .*"29" … \(5000 in all\), not "\?"\.$/);
});

test("alternatives that branch without end do not hold up the server", () => {
  const node = (more: object) => ({ type: "object", properties: { next: { $ref: "#/$defs/node" }, ...more } });
  const schema = { ...node({}), $defs: { node: { anyOf: [node({}), node({ name: { type: "string" } })] } } };
  const nested = (leaf: string) => `${'{"next":'.repeat(60)}${leaf}${"}".repeat(60)}`;
  expect(checkParameters(schema, nested("{}"), { what: "ToolParameters" })).toEqual({ ok: true });
  expect(checkParameters(schema, nested("1"), { what: "ToolParameters" })).toEqual({
    ok: false,
    issues: [{ path: "", message: "ToolParameters take too long to be checked." }],
  });
});

test.each<[string, object, object, boolean]>([
  ["a tuple of draft 7", { items: [{ type: "string" }], additionalItems: false }, ["a", 1], false],
  ["a tuple of draft 7", { items: [{ type: "string" }], additionalItems: false }, ["a"], true],
  ["a bound of draft 4", { minimum: 0, exclusiveMinimum: true }, 0 as unknown as object, false],
  ["a keyword that is none", { minimum: "1", type: "integer" }, "x" as unknown as object, false],
  ["a reference to elsewhere", { anyOf: [{ $ref: "https://example.com/x" }, { type: "null" }] }, {}, true],
])("what an older draft or a stranger wrote is checked as far as it can be read: %s", (_, a, value, isTaken) => {
  const schema = { type: "object", properties: { a, b: { type: "integer" } } };
  expect(checkParameters(schema, JSON.stringify({ a: value }), { what: "ToolParameters" }).ok).toBe(isTaken);
  expect(checkParameters(schema, JSON.stringify({ b: "x" }), { what: "ToolParameters" })).toMatchObject({
    issues: [{ message: '`b` must be an integer, not "x".' }],
  });
});
