import { expect, test } from "vitest";
import { addField, FIRST_PAYLOAD, readFields, removeField, renameField, setField } from "./payload-schema.ts";

const SCHEMA = {
  type: "object",
  $comment: "kept",
  properties: {
    order: { type: "string", pattern: "^A-", description: "Its number" },
    reason: { type: "string", enum: ["defect", "late"] },
    items: { type: "array", items: { type: "string" } },
    place: { type: "object", properties: {} },
  },
  required: ["order"],
};

test("each field is a row; what only JSON can show has no type", () => {
  expect(readFields(SCHEMA)).toEqual([
    { name: "order", type: "string", description: "Its number", required: true, oneOf: null },
    { name: "reason", type: "string", description: "", required: false, oneOf: ["defect", "late"] },
    { name: "items", type: "texts", description: "", required: false, oneOf: null },
    { name: "place", type: null, description: "", required: false, oneOf: null },
  ]);
  expect([readFields({ type: "string" }), readFields(5), readFields({ type: "object" })]).toEqual([null, null, []]);
});

test("a row changes its own, and what it does not show stays", () => {
  const next = setField(SCHEMA, "order", { description: "", required: false });
  expect(next).toMatchObject({ $comment: "kept", properties: { order: { type: "string", pattern: "^A-" } } });
  expect(next.properties).toMatchObject({ place: SCHEMA.properties.place });
  expect(next.required).toEqual([]);
  expect(setField(SCHEMA, "reason", { type: "number", required: true })).toMatchObject({
    properties: { reason: { type: "number" } },
    required: ["order", "reason"],
  });
  expect(setField(SCHEMA, "reason", { type: "number" }).properties).not.toHaveProperty("reason.enum");
});

test("a field keeps its place and whether it is required when it gets another name, but takes nobody's", () => {
  const renamed = renameField(SCHEMA, { from: "order", to: "number" });
  expect(Object.keys(renamed.properties as object)).toEqual(["number", "reason", "items", "place"]);
  expect(renamed.required).toEqual(["number"]);
  expect(renameField(SCHEMA, { from: "order", to: "reason" })).toBe(SCHEMA);
});

test("fields come and go", () => {
  const two = addField(addField(FIRST_PAYLOAD));
  expect(two).toMatchObject({ required: ["reason", "field", "field2"], additionalProperties: false });
  expect(removeField(removeField(two, "field"), "field2")).toEqual(FIRST_PAYLOAD);
});
