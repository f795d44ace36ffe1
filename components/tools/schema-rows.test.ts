import { expect, it } from "vitest";
import { schemaRows } from "./schema-rows.ts";

const rows = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  schemaRows({ type: "object", properties, ...more });

it.each([
  [{ enum: ["+", "-"] }, '"+" | "-"'],
  [{ const: 3 }, "3"],
  [{ anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] }, "string (date-time) or null"],
  [{ type: ["integer", "null"] }, "integer or null"],
  [{ type: "array", items: { type: "number" } }, "list of number"],
  [{}, "any"],
])("says the type of %j as %s", (schema, type) => {
  expect(rows({ a: schema })[0]?.type).toBe(type);
});

it("says what is required, secret, a default and a limit", () => {
  const [key, count] = rows(
    {
      key: { type: "string", writeOnly: true },
      count: { type: "integer", default: 3, minimum: 1, description: "how many" },
    },
    { required: ["key"] },
  );
  expect(key).toMatchObject({ name: "key", required: true, secret: true, defaultValue: null });
  expect(count).toMatchObject({ required: false, defaultValue: "3", limits: ["minimum 1"], description: "how many" });
});

it("lists what is inside objects and lists of objects, through references", () => {
  const found = rows(
    { filters: { type: "array", items: { $ref: "#/$defs/Filter" } } },
    { $defs: { Filter: { type: "object", properties: { column: { type: "string" } } } } },
  );
  expect(found.map(({ path, depth }) => [path, depth])).toEqual([
    ["/filters", 0],
    ["/filters/0/column", 1],
  ]);
});

it("ends with a schema that holds itself", () => {
  const node = { type: "object", properties: { next: { anyOf: [{ $ref: "#/$defs/Node" }, { type: "null" }] } } };
  expect(rows({ node: { $ref: "#/$defs/Node" } }, { $defs: { Node: node } }).length).toBeLessThan(10);
});
