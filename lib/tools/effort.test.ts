import { describe, expect, test } from "vitest";
import { isQuick } from "./effort.ts";

const quick = (schema: object, text = "{}") => isQuick(JSON.stringify(schema), text);

describe("checking is quick", () => {
  test.each([
    ["without references", { properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } }],
    [
      "with definitions that lead on but never back",
      {
        properties: { a: { $ref: "#/$defs/A" }, b: { $ref: "#/$defs/A" } },
        $defs: { A: { items: { $ref: "#/$defs/B" } }, B: { type: "string" } },
      },
    ],
  ])("%s", (_, schema) => expect(quick(schema)).toBe(true));
});

describe("checking may take long", () => {
  test.each([
    ["with a definition that refers to itself", { $ref: "#/$defs/A", $defs: { A: { items: { $ref: "#/$defs/A" } } } }],
    [
      "with two that refer to each other",
      { $ref: "#/$defs/A", $defs: { A: { items: { $ref: "#/$defs/B" } }, B: { items: { $ref: "#/$defs/A" } } } },
    ],
    ["with a reference to the whole", { properties: { a: { $ref: "#" } } }],
    ["with a reference to a part of a part", { $ref: "#/properties/a", properties: { a: { type: "string" } } }],
    ["with a dynamic reference", { $dynamicRef: "#node" }],
    ["with a definition that is not there", { $ref: "#/$defs/A" }],
  ])("%s", (_, schema) => expect(quick(schema)).toBe(false));

  test("with a long text or a long schema", () => {
    expect(quick({}, JSON.stringify({ a: "x".repeat(5000) }))).toBe(false);
    expect(quick({ description: "x".repeat(70_000) })).toBe(false);
  });
});
