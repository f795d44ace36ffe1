import { expect, test } from "vitest";
import { changesOf } from "./changes.ts";
import { defineFunction } from "./define.ts";
import { lint } from "./lint.ts";

/** A few lines that are millions of parts, since what stands beside a union is part of each of its options. */
function doubling(levels: number): Record<string, unknown> {
  const beside = (p: object) => ({ anyOf: [{ title: "a" }, { title: "b" }], properties: { p } });
  const nested = Array.from({ length: levels }).reduce<object>(beside, { type: "string" });
  return { type: "object", properties: { first: nested } };
}

function chained(levels: number): Record<string, unknown> {
  const links = Array.from({ length: levels }, (_, at) => {
    const next = { $ref: `#/$defs/d${at + 1}` };
    return [`d${at}`, { anyOf: [next, { allOf: [next] }, { type: "string" }] }];
  });
  const $defs = { ...Object.fromEntries(links), [`d${levels}`]: { type: "integer" } };
  return { type: "object", properties: { first: { $ref: "#/$defs/d0" } }, $defs };
}

test.each([
  ["unions with something beside them", doubling],
  ["references that double", chained],
])("a schema of which no plan would ever be ready is sent as it stands, and says so: %s", (_, schema) => {
  const parameters = schema(60);
  const told = defineFunction({ name: "tool", description: "", parameters });
  expect(told.reason?.message).toBe("The tool's schema has more than 20000 parts once its references are followed.");
  expect(told.definition).toMatchObject({ strict: false, parameters: { type: "object", properties: { first: {} } } });
  expect(told.decode("{}")).toEqual({ ok: true, text: "{}" });
  expect(told.decode("[]").ok).toBe(false);
  lint({ description: "A.", toolParameters: parameters, settings: { resultCharacters: 1 } as never });
  const earlier = schema(59);
  changesOf(
    { ...defineFunction({ name: "tool", description: "", parameters: earlier }), parameters: earlier },
    { ...told, parameters },
  );
});
