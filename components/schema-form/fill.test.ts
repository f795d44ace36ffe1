import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "./check.ts";
import { filled, setState } from "./fill.ts";
import { printJson } from "./json-print.ts";
import { anySchema, anyValue } from "./schemas.test-support.ts";
import { EMPTY_OBJECT, fromValue } from "./state.ts";

const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
const tool = (root: unknown) => ({ root, audience: "tool" }) as const;
const begin = (schema: object) => JSON.parse(printJson(filled(tool(schema), schema, EMPTY_OBJECT)));

test("a required field begins with the only thing it can mean, and with nothing where a person must choose", () => {
  const schema = object({
    text: { type: "string" },
    named: { type: "string", minLength: 1 },
    day: { type: "string", format: "date" },
    maybe: { anyOf: [{ type: "integer" }, { type: "null" }] },
    kind: { const: "paint" },
    number: { type: "number" },
    agreed: { type: "boolean" },
    colour: { enum: ["red", "blue"] },
    list: { type: "array", items: { type: "string" } },
    inner: object({ note: { type: "string" }, more: { type: "string" } }, ["note"]),
    size: { type: "integer", default: 5 },
  });
  expect(begin(schema)).toEqual({ text: "", maybe: null, kind: "paint", list: [], inner: { note: "" }, size: 5 });
});

test("an optional field begins unset, whatever its default", () => {
  expect(
    begin(object({ a: { type: "string", default: "x" }, b: { type: "array", items: {} }, c: { const: 1 } }, [])),
  ).toEqual({});
});

test("Set takes the default, never the stars of a secret", () => {
  expect(setState(tool({}), { type: "integer", default: 100 })).toEqual({ is: "number", text: "100" });
  expect(setState(tool({}), { type: "string", format: "password", default: "**********" })).toEqual({
    is: "text",
    text: "",
  });
  expect(setState(tool({}), { anyOf: [object({ a: { type: "string" } }), { type: "null" }], default: null })).toEqual(
    fromValue({ a: "" }),
  );
});

test("a secret is never filled, by its schema or, among UserParameters, by its name", () => {
  const schema = object({
    api_key: { type: "string" },
    pin: { type: "string", writeOnly: true, default: "**********" },
  });
  const text = (audience: "user" | "tool") => printJson(filled({ root: schema, audience }, schema, EMPTY_OBJECT));
  expect([text("user"), text("tool")]).toEqual(["{}", '{"api_key":""}']);
});

test("a schema that contains itself without end does not hang", () => {
  const schema = {
    $ref: "#/$defs/Node",
    $defs: { Node: object({ name: { type: "string" }, next: { $ref: "#/$defs/Node" } }) },
  };
  expect(begin(schema)).toMatchObject({ name: "", next: { name: "" } });
});

test("what a schema accepts is never changed by filling", () => {
  fc.assert(
    fc.property(anySchema, anyValue, (schema, value) => {
      const state = fromValue(value);
      const after = filled(tool(schema), schema, state);
      if (judge(schema, state).issues.length === 0) expect(printJson(after)).toBe(printJson(state));
    }),
    { numRuns: 300 },
  );
});

test("what requires itself is begun once and not again", () => {
  const names = [..."abcdefghij"];
  const schema = object(Object.fromEntries(names.map((name) => [name, { $ref: "#" }])));
  const once = Object.fromEntries(names.map((name) => [name, {}]));
  expect(begin(schema)).toEqual(once);
});
