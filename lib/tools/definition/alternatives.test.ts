import { describe, expect, test } from "vitest";
import { defineFunction } from "./define.ts";

type Schema = Record<string, unknown>;

function define(parameters: unknown, { name = "tool", description = "" } = {}) {
  return defineFunction({ name, description, parameters: parameters as Schema });
}

function objectWith(properties: Schema, more: Schema = {}): Schema {
  return { type: "object", properties, ...more };
}

const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };

describe("which alternative a value was meant for decides which of its nulls go", () => {
  const either = (...anyOf: Schema[]) => objectWith({ v: { anyOf } }, { required: ["v"] });

  test.each<[string, Schema, string, string]>([
    [
      "by a constant",
      either(
        objectWith({ k: { const: "a" }, x: text }, { required: ["k"] }),
        objectWith({ k: { const: "b" }, x: textOrNull }, { required: ["k"] }),
      ),
      '{"v":{"k":"b","x":null}}',
      '{"v":{"k":"b","x":null}}',
    ],
    [
      "by its keys",
      either(
        objectWith({ a: text, x: text }, { required: ["a"] }),
        objectWith({ b: text, x: textOrNull }, { required: ["b"] }),
      ),
      '{"v":{"b":"","x":null}}',
      '{"v":{"b":"","x":null}}',
    ],
    [
      "by what it accepts",
      either(
        objectWith({ n: { type: "integer", minimum: 5 }, x: text }, { required: ["n"] }),
        objectWith({ n: { type: "integer" }, x: textOrNull }, { required: ["n", "x"] }),
      ),
      '{"v":{"n":1,"x":null}}',
      '{"v":{"n":1,"x":null}}',
    ],
    [
      "inside of lists",
      either({ type: "array", items: objectWith({ x: text }) }, text),
      '{"v":[{"x":null},{"x":"a"}]}',
      '{"v":[{},{"x":"a"}]}',
    ],
  ])("%s", (_, schema, sent, got) => {
    expect(define(schema).decode(sent)).toEqual({ ok: true, text: got });
  });

  test("nested unions of a recursive model take no longer for being deep", () => {
    const $defs = {
      N: { anyOf: [objectWith({ v: { $ref: "#/$defs/N" } }), objectWith({ v: { $ref: "#/$defs/N" }, w: text })] },
    };
    const { definition, decode } = define({ ...objectWith({ v: { $ref: "#/$defs/N" } }), $defs });
    const value = `${'{"v":'.repeat(60)}null${"}".repeat(60)}`;
    expect(definition.strict).toBe(true);
    expect(decode(value)).toEqual({ ok: true, text: value.replace('"v":null', "") });
  });
});
