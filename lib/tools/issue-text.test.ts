import { describe, expect, test } from "vitest";
import { checkParameters } from "./validate.ts";

type Schema = Record<string, unknown>;

function refusalOf(parameters: Schema, value: unknown): string | undefined {
  const checked = checkParameters(parameters, JSON.stringify(value), { what: "ToolParameters" });
  return checked.ok ? undefined : checked.issues.map(({ message }) => message).join(" ");
}

function of(property: Schema, more: Schema = {}): Schema {
  return { type: "object", properties: { v: property }, required: ["v"], ...more };
}

const text = { type: "string" };
const whole = { type: "integer" };
const object = (properties: Schema, required: string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

describe("of a failed union, all that would have been right is said, and nothing that came already", () => {
  test.each<[Schema, unknown, string]>([
    [{ oneOf: [{ const: 1 }, { const: 2 }] }, 3, "`v` must be one of 1, 2, not 3."],
    [{ ...text, oneOf: [{ const: "usd" }, { const: "krw" }] }, "eur", '`v` must be one of "usd", "krw", not "eur".'],
    [
      { oneOf: [{ ...text, enum: ["fast"] }, { ...text, enum: ["slow"] }, object({ custom: whole })] },
      "x",
      '`v` must be one of "fast", "slow" or an object, not "x".',
    ],
    [
      { anyOf: [{ ...text, format: "date" }, { ...text, format: "date-time" }, whole] },
      "x",
      '`v` must be a text in the format date or a text in the format date-time or an integer, not "x".',
    ],
    [{ anyOf: [{ ...text, minLength: 2 }, { type: "null" }] }, "x", '`v` must have at least 2 characters, not "x".'],
    [
      {
        anyOf: [
          { ...text, minLength: 2 },
          { ...text, const: "" },
        ],
      },
      "x",
      '`v` must be "" or have at least 2 characters, not "x".',
    ],
    [
      { anyOf: [object({ id: text }), object({ name: text, space: text }, ["name"]), { type: "array", items: text }] },
      { nope: 1 },
      '`v` must be an object with `id` or an object with `name` or an array, not {"nope":1}.',
    ],
    [{ anyOf: [object({ id: text }), object({ name: text })] }, { name: 1 }, "`v.name` must be a text, not 1."],
    [{ anyOf: [{ type: "array", items: whole }, whole] }, ["x"], '`v[0]` must be an integer, not "x".'],
    [{ anyOf: [text, whole, { type: "null" }] }, [], "`v` must be a text or an integer or null, not []."],
  ])("%j and %j", (property, value, message) => expect(refusalOf(of(property), { v: value })).toBe(message));
});

describe("every other rule is said in words, at its place", () => {
  test.each<[Schema, unknown, string]>([
    [of(text, { dependentRequired: { v: ["w"] } }), { v: "" }, "`w` is required with `v`."],
    [
      of(text, { if: { properties: { v: { const: "a" } } }, else: { required: ["w"] } }),
      { v: "b" },
      "`w` is required.",
    ],
    [of(text, { unevaluatedProperties: false }), { v: "", w: 1 }, "`w` is not a parameter of this tool."],
    [
      of({ type: "array", contains: { const: 1 } }),
      { v: [2] },
      "`v` must have an item of the kind that it needs, not [2].",
    ],
    [of({ not: { enum: ["bad", "worse"] } }), { v: "bad" }, '`v` must not be one of "bad", "worse".'],
    [of({ not: text }), { v: "s" }, "`v` is excluded by the tool's schema."],
    [of({ ...text, minLength: 1 }), { v: "" }, '`v` must have at least 1 character, not "".'],
    [of({ enum: [true] }), { v: false }, "`v` must be true, not false."],
    [
      of({ type: "object", propertyNames: { pattern: "^[a-z]+$" } }),
      { v: { A: 1 } },
      "`v.A` is not a name that is allowed there.",
    ],
    [of({ prefixItems: [text], items: false }), { v: ["a", 1] }, '`v` must have at most 1 item, not ["a",1].'],
    [of(text, { properties: { v: text, "": whole } }), { v: "", "": "x" }, '`""` must be an integer, not "x".'],
    [of(false as unknown as Schema), { v: 1 }, "`v` is not allowed."],
  ])("%j and %j", (parameters, value, message) => expect(refusalOf(parameters, value)).toBe(message));
});
