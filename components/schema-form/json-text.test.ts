import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./json-parse.ts";
import { printJson } from "./json-print.ts";
import { same } from "./same.ts";

function roundTrip(text: string): string {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`${parsed.problem.reason} at ${parsed.problem.offset}`);
  return printJson(parsed.state);
}

test.each([
  '{"id":9007199254740993}',
  '{"price":19.90,"tiny":1e-400,"minus":-0}',
  '{"10":1,"2":2,"a":3}',
  '{"__proto__":{"polluted":true},"constructor":1,"":"empty"}',
  '{"lone":"\\ud800","quote":"\\"","line":"a\\nb"}',
  "[[],{},null,true,false]",
])("keeps %s as it is", (text) => {
  expect(roundTrip(text)).toBe(text);
});

test.each([
  ["", "empty", 1, 1],
  ["{", "unfinished", 1, 2],
  ['{"a": }', "unexpected", 1, 7],
  ['{"a": 1,\n "a": 2}', "repeated", 2, 2],
  ["{} x", "trailing", 1, 4],
  ['{"a": "b', "unfinished", 1, 7],
  ['{"a": "tab\there"}', "unexpected", 1, 7],
  ['{"a": 01}', "unexpected", 1, 8],
  ["{'a': 1}", "unexpected", 1, 2],
  ["[".repeat(500), "deep", 1, 401],
])("says where %j is no JSON", (text, reason, line, column) => {
  const parsed = parseJson(text);
  expect(parsed.ok ? null : parsed.problem).toMatchObject({ reason, line, column });
});

test("every JSON value survives text, state and text again, on one line and indented", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value);
      const parsed = parseJson(text);
      if (!parsed.ok) return false;
      const again = parseJson(printJson(parsed.state, indent));
      expect(JSON.parse(printJson(parsed.state, indent))).toEqual(JSON.parse(text));
      return again.ok && same(again.state, parsed.state);
    }),
  );
});
