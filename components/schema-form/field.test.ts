import { describe, expect, test } from "vitest";
import { fieldOf } from "./field.ts";

const kind = (schema: unknown, root: unknown = schema) => fieldOf(root, schema).kind;

describe("a schema is drawn as", () => {
  test.each([
    ["text", { type: "string" }],
    ["secret", { type: "string", writeOnly: true }],
    ["number", { anyOf: [{ type: "integer" }, { type: "null" }] }],
    ["choice", { type: ["boolean", "null"] }],
    ["choice", { oneOf: [{ const: 1, title: "one" }, { const: "a" }] }],
    ["const", { enum: ["only"] }],
    ["list", { items: { type: "string" } }],
    ["tuple", { type: "array", prefixItems: [{}, {}] }],
    ["tuple", { type: "array", items: [{ type: "string" }] }],
    ["map", { type: "object", additionalProperties: { type: "integer" } }],
    ["map", { type: "object", patternProperties: { "^x": { type: "string" } } }],
    ["union", { type: ["string", "number"] }],
    ["json", { type: "object" }],
    ["json", {}],
    ["json", true],
    ["json", { $ref: "https://example.org/elsewhere" }],
  ])("%s: %j", (is, schema) => {
    expect(kind(schema).is).toBe(is);
  });
});

test("references, allOf and the words beside a reference come together in one field", () => {
  const root = {
    $defs: {
      Base: { type: "object", properties: { a: { type: "string" } }, required: ["a"], description: "of the base" },
      "odd/name": { allOf: [{ $ref: "#/$defs/Base" }, { properties: { b: { type: "integer", minimum: 1 } } }] },
    },
  };
  const field = fieldOf(root, { $ref: "#/$defs/odd~1name", description: "of the field", default: null });
  expect(field).toMatchObject({ description: "of the field", schema: { default: null, required: ["a"] } });
  expect(field.kind).toMatchObject({ is: "object", properties: [{ name: "a", required: true }, { name: "b" }] });
});

test("a nullable union loses its null and keeps its shapes, named by tag, title or type", () => {
  const tagged = (tag: string) => ({ type: "object", properties: { kind: { const: tag }, x: {} }, required: ["kind"] });
  const union = { anyOf: [tagged("cat"), tagged("dog"), { type: "null" }], default: null };
  expect(fieldOf(union, union)).toMatchObject({
    nullable: true,
    kind: { is: "union", variants: [{ label: { name: "cat" } }, { label: { name: "dog" } }] },
  });
  const mixed = { anyOf: [{ const: 1 }, { const: "asc" }, { type: "object", title: "Meta" }, { type: "string" }] };
  expect(kind(mixed)).toMatchObject({
    variants: [
      { options: [{ value: 1 }, { value: "asc" }] },
      { label: { name: "Meta" } },
      { label: { type: "string" } },
    ],
  });
});

test("branches that only say what is needed are checks, not shapes", () => {
  const schema = { type: "object", properties: { a: {}, b: {} }, anyOf: [{ required: ["a"] }, { required: ["b"] }] };
  expect(kind(schema)).toMatchObject({ is: "object", properties: [{ name: "a" }, { name: "b" }] });
});
