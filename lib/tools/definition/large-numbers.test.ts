import { describe, expect, test } from "vitest";
import { parseExact } from "#lib/core/exact/schema.ts";
import { changesOf } from "./changes.ts";
import { defineFunction } from "./define.ts";
import { hasCases, judgeStrictly } from "./strict-rules.test-support.ts";

function define(text: string) {
  return defineFunction({ name: "tool", description: "", parameters: parseExact(text) as Record<string, unknown> });
}

function objectWith(property: string, more = ""): string {
  return `{"type":"object","properties":{"id":${property}},"required":["id"]${more}}`;
}

/** Each has digits that a JavaScript number does not keep. */
const SCHEMAS = [
  ['{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}', "9223372036854775807"],
  ['{"type":"integer","exclusiveMaximum":18446744073709551616}', "18446744073709551616"],
  ['{"type":"integer","multipleOf":9007199254740993}', "9007199254740993"],
  [`{"type":"integer","maximum":${10n ** 400n}}`, `${10n ** 400n}`],
  ['{"const":9007199254740993}', "9007199254740993"],
  ['{"enum":[9007199254740993,9007199254740992,"x",null]}', "9007199254740993"],
  ['{"type":"integer","default":9007199254740993}', "9007199254740993"],
  ['{"type":"integer","examples":[9007199254740993]}', "9007199254740993"],
  ['{"type":["integer","string"],"maximum":9007199254740993}', "9007199254740993"],
  ['{"allOf":[{"type":"integer","maximum":9007199254740995},{"maximum":9007199254740993}]}', "9007199254740993"],
  ['{"type":"array","items":{"type":"string"},"maxItems":18446744073709551615}', "18446744073709551615"],
] as const;

describe("a schema with whole numbers beyond 2^53", () => {
  test.each(SCHEMAS)("%s is strict, and sent digit by digit", (property, digits) => {
    const { definition, reason } = define(objectWith(property));
    expect(reason).toBeNull();
    expect(JSON.stringify(definition.parameters)).toContain(digits);
    if (hasCases) expect(judgeStrictly([definition.parameters])[0]?.refused).toEqual([]);
  });

  test.each<[string, string, string | null]>([
    ['{"type":"integer","maximum":9223372036854775807}', "9223372036854775807", null],
    ['{"type":"integer","maximum":9223372036854775807}', "9223372036854775808", "at most 9223372036854775807"],
    ['{"type":"integer","exclusiveMinimum":9007199254740992}', "9007199254740993", null],
    ['{"type":"integer","maximum":10000000000000000}', "10000000000000001", "not 10000000000000001"],
    ['{"const":9007199254740993}', "9007199254740993", null],
    ['{"const":9007199254740993}', "9007199254740992", "must be 9007199254740993, not 9007199254740992"],
    ['{"enum":[9007199254740993,1]}', "9007199254740993", null],
    ['{"enum":[9007199254740993,1]}', "9007199254740992", "must be one of 9007199254740993, 1"],
    ['{"enum":[[9007199254740993]]}', "[9007199254740992]", "must be [9007199254740993]"],
    ['{"type":"integer","multipleOf":3}', "9007199254740993", null],
    ['{"type":"integer","multipleOf":2}', "9007199254740993", "multiple of 2, not 9007199254740993"],
    ['{"type":"array","items":{},"uniqueItems":true}', "[9007199254740992,9007199254740993]", null],
    ['{"type":"string"}', "9007199254740993", "must be a text, not 9007199254740993"],
    ['{"anyOf":[{"const":9007199254740993},{"type":"string"}]}', "9007199254740993", null],
    ['{"anyOf":[{"const":9007199254740993},{"type":"string"}]}', "9007199254740992", "`id` must"],
    ['{"type":"integer","maximum":1e400}', "1", null],
  ])("%s and %s: %s", (property, value, refusal) => {
    const text = `{"id":${value}}`;
    const decoded = define(objectWith(property)).decode(text);
    if (refusal === null) expect(decoded).toEqual({ ok: true, text });
    else expect(decoded).toMatchObject({ ok: false, message: expect.stringContaining(refusal) });
  });

  test("an option is told by its constant", () => {
    const option = (tag: string, more: string) =>
      `{"type":"object","properties":{"k":{"const":${tag}},${more}},"required":["k"],"additionalProperties":false}`;
    const union = `{"anyOf":[${option("9007199254740993", '"a":{"type":"string"}')},${option("9007199254740992", '"a":{"type":["string","null"]}')}]}`;
    const { decode, definition } = define(objectWith(union));
    expect(definition.strict).toBe(true);
    expect(decode('{"id":{"k":9007199254740993,"a":null}}')).toEqual({
      ok: true,
      text: '{"id":{"k":9007199254740993}}',
    });
    expect(decode('{"id":{"k":9007199254740992,"a":null}}')).toEqual({
      ok: true,
      text: '{"id":{"k":9007199254740992,"a":null}}',
    });
  });

  test("what changed of them is told", () => {
    const told = (maximum: string) => {
      const text = objectWith(`{"type":"integer","maximum":${maximum}}`);
      return { ...define(text), parameters: parseExact(text) as Record<string, unknown> };
    };
    const [small, large] = [told("9007199254740992"), told("9007199254740993")];
    expect(changesOf(small, large)).toMatchObject([{ code: "limits", path: "id", oldCalls: "accepted" }]);
    expect(changesOf(large, small)).toMatchObject([
      { code: "limits", oldCalls: "may be refused", params: { from: "maximum 9007199254740993" } },
    ]);
  });
});
