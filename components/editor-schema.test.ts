import { expect, test } from "vitest";
import { editorSchema } from "./editor-schema.ts";

test("a schema without large numbers is as it was", () => {
  const schema = { type: "object", properties: { const: { enum: ["a", null] } }, additionalProperties: false };
  expect(editorSchema(schema)).toEqual(schema);
});

test("large numbers are offered digit by digit, and bounds are rounded", () => {
  const large = 9007199254740993n;
  const schema = { properties: { id: { enum: [large, "x"] }, n: { type: "integer", maximum: large, default: large } } };
  expect(editorSchema(schema)).toEqual({
    properties: {
      id: {
        defaultSnippets: [
          { label: "9007199254740993", bodyText: "9007199254740993" },
          { label: '"x"', bodyText: '"x"' },
        ],
      },
      n: {
        type: "integer",
        maximum: Number(large),
        defaultSnippets: [{ label: "9007199254740993", bodyText: "9007199254740993" }],
      },
    },
  });
});
