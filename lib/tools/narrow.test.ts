import { describe, expect, test } from "vitest";
import { checkParameters } from "./validate.ts";

const $defs = {
  Wait: { type: "object", properties: { kind: { const: "wait" }, ms: { type: "integer" } }, required: ["kind", "ms"] },
  Go: { type: "object", properties: { kind: { const: "go" }, to: { type: "string" } }, required: ["kind", "to"] },
};
const schema = {
  type: "object",
  properties: {
    step: { oneOf: [{ $ref: "#/$defs/Wait" }, { $ref: "#/$defs/Go" }] },
    steps: { type: "array", items: { anyOf: [{ $ref: "#/$defs/Wait" }, { $ref: "#/$defs/Go" }] } },
    mode: { anyOf: [{ type: "string", enum: ["fast", "deep"] }, { type: "null" }] },
    place: {
      anyOf: [
        { type: "object", properties: { city: { type: "string" }, note: { type: "string" } }, required: ["city"] },
        { type: "object", properties: { point: { type: "string" }, note: { type: "string" } }, required: ["point"] },
      ],
    },
    size: { anyOf: [{ type: "integer" }, { type: "null" }] },
  },
  $defs,
};

describe("of a union the alternative that is meant is told", () => {
  test.each([
    ['{"step": {"kind": "go"}}', "`step.to` is required."],
    ['{"step": {"kind": "wait", "ms": "5"}}', '`step.ms` must be an integer, not "5".'],
    ['{"step": {"kind": "stay"}}', '`step.kind` must be one of "wait", "go", not "stay".'],
    ['{"step": {}}', "`step.kind` is required."],
    ['{"step": 3}', "`step` must be an object, not 3."],
    ['{"steps": [{"kind": "go", "to": "x"}, {"kind": "wait"}]}', "`steps[1].ms` is required."],
    ['{"mode": "null"}', '`mode` must be one of "fast", "deep", not "null".'],
    ['{"place": {"city": 1, "note": ""}}', "`place.city` must be a text, not 1."],
    ['{"place": {"note": 1}}', '`place` must be an object with `city` or an object with `point`, not {"note":1}.'],
    ['{"size": ""}', '`size` must be an integer or null, not "".'],
  ])("%s", (text, message) => {
    const checked = checkParameters(schema, text, { what: "ToolParameters" });
    expect(checked.ok ? [] : checked.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
