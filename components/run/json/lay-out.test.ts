import fc from "fast-check";
import { expect, it } from "vitest";
import { layOutJson } from "./lay-out.ts";

it("breaks what does not fit on a line, and leaves what does", () => {
  const text = '{"rows":13,"columns":["order","created_at","item","amount"],"head":[],"note":{"a":{"b":null}}}';
  expect(layOutJson(text)).toBe(`{
  "rows": 13,
  "columns": [
    "order",
    "created_at",
    "item",
    "amount"
  ],
  "head": [],
  "note": {"a": {"b": null}}
}`);
});

it("changes no token: digits, escapes and braces within texts stay as they were", () => {
  const text =
    '{"big":9007199254740993,"exact":1.10e+2,"text":"\\u00e9 , : {[ \\" ","long":"0123456789012345678901234567890"}';
  const laidOut = layOutJson(text) ?? "";
  for (const token of ["9007199254740993", "1.10e+2", '"\\u00e9 , : {[ \\" "']) expect(laidOut).toContain(token);
});

it("says the same as before, for any JSON", () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      const text = JSON.stringify(value);
      expect(JSON.parse(layOutJson(text) ?? text)).toEqual(JSON.parse(text));
    }),
  );
});

it.each(["42", '"{}"', "{'a': 1}", "[1, 2", '{\n  "a": 1\n}', "Error: [1]", '{"a":1}'])(
  "leaves alone what is no JSON on one line, or short: %j",
  (text) => {
    expect(layOutJson(text)).toBeNull();
  },
);

it("leaves alone what is nested without end", () => {
  expect(layOutJson("[".repeat(90_000) + "]".repeat(90_000))).toBeNull();
});
