import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkParameters } from "#lib/tools/validate.ts";
import { anySchema, toolWithArguments } from "./arbitrary-tool.test-support.ts";
import { defineFunction } from "./define.ts";
import { hasCases, judgeStrictly } from "./strict-rules.test-support.ts";

function define(parameters: unknown) {
  return defineFunction({ name: "tool", description: "", parameters: parameters as Record<string, unknown> });
}

/** Each schema is compiled twice. */
const PATIENCE_MS = 60_000;

test(
  "schema → strict → arguments → value: what a model sends by the definition comes back as the tool's own",
  () => {
    const sentSchemas: unknown[] = [];
    fc.assert(
      fc.property(toolWithArguments, ({ parameters, sent, received }) => {
        const { definition, decode } = define(parameters);
        const text = JSON.stringify(received);
        expect(decode(text)).toEqual({ ok: true, text });
        if (!definition.strict) return;
        sentSchemas.push(definition.parameters);
        const sentText = JSON.stringify(sent);
        expect(checkParameters(definition.parameters, sentText, { what: "ToolParameters" })).toEqual({ ok: true });
        expect(decode(sentText)).toEqual({ ok: true, text });
      }),
      { numRuns: 150 },
    );
    expect(sentSchemas.length).toBeGreaterThan(75);
    if (hasCases) expect(judgeStrictly(sentSchemas).flatMap(({ refused }) => refused)).toEqual([]);
  },
  PATIENCE_MS,
);

describe("whatever stands for a schema", () => {
  test("it gives a definition that breaks no request", { timeout: PATIENCE_MS }, () => {
    const strict: unknown[] = [];
    fc.assert(
      fc.property(anySchema, (schema) => {
        const { definition, reason, decode } = define(JSON.parse(JSON.stringify(schema)));
        expect(definition.parameters).toMatchObject({ type: "object" });
        for (const refused of ["anyOf", "oneOf", "allOf", "enum", "const", "not"]) {
          expect(Object.keys(definition.parameters)).not.toContain(refused);
        }
        expect(reason === null).toBe(definition.strict);
        if (definition.strict) strict.push(definition.parameters);
        decode('{"a":null}');
      }),
      { numRuns: 1000 },
    );
    if (hasCases) expect(judgeStrictly(strict).flatMap(({ refused }) => refused)).toEqual([]);
  });

  test("arguments of any text are taken or refused, in one sentence", () => {
    const { decode } = define({ type: "object", properties: { a: { type: "integer" } }, required: ["a"] });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const decoded = decode(text);
        expect(decoded.ok ? [] : decoded.message).toMatchObject(decoded.ok ? [] : expect.stringMatching(/\.$/));
      }),
    );
  });
});
