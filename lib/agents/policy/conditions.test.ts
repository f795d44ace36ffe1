import { expect, test } from "vitest";
import { parseExact } from "#lib/core/exact/schema.ts";
import { anyHolds, holds, problemOf } from "./conditions.ts";
import type { Condition } from "./schema.ts";

const REQUEST = parseExact(`{
  "method": "DELETE", "size": 9007199254740993, "dry": null, "tags": ["a", 2, {"deep": true}], "a/b": {"~": "tilde"},
  "to": {"host": "example.com", "port": 443}, "": "unnamed", "ratio": 0.5
}`);

/** Whether `at is value` holds of the request; the value is JSON text. */
function check(at: string, is: Condition["is"], value?: string): boolean {
  return holds({ at, is, ...(value !== undefined && { value: parseExact(value) }) }, REQUEST);
}

test.each([
  ["/method", "==", '"DELETE"', true],
  ["/method", "!=", '"GET"', true],
  ["/method", "==", '"delete"', false],
  ["/tags", "==", '["a", 2.0, {"deep": true}]', true],
  ["/tags", "==", '["a", 2]', false],
  ["/to", "==", '{"port": 443, "host": "example.com"}', true],
  ["/to", "==", '{"port": 443}', false],
  ["/dry", "==", "null", true],
  ["/tags", "==", '{"0": "a"}', false],
] as const)("%s %s %s", (at, is, value, expected) => {
  expect(check(at, is, value)).toBe(expected);
});

test.each([
  ["==", "9007199254740993", true],
  ["==", "9007199254740992", false],
  [">", "9007199254740992", true],
  [">=", "9007199254740993", true],
  ["<", "9007199254740994", true],
  ["<=", "9007199254740992", false],
  ["<", "0.5", false],
  [">", "-1e300", true],
  ["<", "1e300", true],
] as const)("a number beyond 2^53 %s %s", (is, value, expected) => {
  expect(check("/size", is, value)).toBe(expected);
});

test.each([
  ["", "exists", true],
  ["/", "exists", true],
  ["/a~1b/~0", "exists", true],
  ["/tags/2/deep", "exists", true],
  ["/tags/3", "exists", false],
  ["/tags/-", "exists", false],
  ["/tags/01", "exists", false],
  ["/tags/length", "exists", false],
  ["/method/0", "exists", false],
  ["/size/rawJSON", "exists", false],
  ["/toString", "exists", false],
  ["/__proto__", "exists", false],
  ["/dry", "exists", true],
  ["/dry/x", "missing", true],
] as const)("the pointer %s %s", (at, is, expected) => {
  expect(check(at, is)).toBe(expected);
});

test("of a value that is not there only missing, != and not contains are true", () => {
  const holding = (["==", "!=", "<", "<=", ">", ">=", "contains", "not contains", "matches"] as const).filter((is) =>
    check("/nowhere", is, '"x"'),
  );
  expect(holding).toEqual(["!=", "not contains"]);
  expect([check("/nowhere", "missing"), check("/nowhere", "exists")]).toEqual([true, false]);
  expect(check("/nowhere", "==", "null")).toBe(false);
});

test("values of different types are different and in no order", () => {
  expect(check("/to/port", "==", '"443"')).toBe(false);
  for (const is of ["<", "<=", ">", ">="] as const) {
    expect(check("/to/port", is, '"500"')).toBe(false);
    expect(check("/dry", is, "0")).toBe(false);
    expect(check("/tags", is, "0")).toBe(false);
  }
  expect(check("/method", "<", '"E"')).toBe(true);
});

test("contains looks in texts, lists and names", () => {
  expect(check("/to/host", "contains", '"ample"')).toBe(true);
  expect(check("/tags", "contains", '{"deep": true}')).toBe(true);
  expect(check("/to", "contains", '"port"')).toBe(true);
  expect(check("/to", "contains", '"toString"')).toBe(false);
  expect(check("/size", "contains", '"rawJSON"')).toBe(false);
  expect(check("/to/port", "contains", "4")).toBe(false);
  expect(check("/to/port", "not contains", "4")).toBe(true);
});

test("a pattern is found anywhere in a text, in time that grows with the text alone", () => {
  expect(check("/method", "matches", '"ELE"')).toBe(true);
  expect(check("/method", "matches", '"^(GET|HEAD)$"')).toBe(false);
  expect(check("/method", "matches", '"(?i)^delete$"')).toBe(true);
  expect(check("/to/port", "matches", '"443"')).toBe(false);
  const evil = { at: "", is: "matches", value: "^(a+)+$" } as const;
  expect(holds(evil, `${"a".repeat(20_000)}b`)).toBe(false);
  expect(holds({ at: "", is: "matches", value: "(?=a)" }, "a")).toBe(false);
});

test("what cannot be read counts as holding where a person is asked for it", () => {
  const isGet: Condition = { at: "/method", is: "==", value: "GET" };
  expect(anyHolds([isGet], '{"method": "POST"}')).toBe(false);
  expect(anyHolds([isGet, { at: "/dry", is: "missing" }], '{"method": "POST"}')).toBe(true);
  expect(anyHolds([isGet], "no JSON")).toBe(true);
  expect(anyHolds([{ at: "", is: "matches", value: "(" }], "{}")).toBe(true);
});

test("says what is wrong with a condition", () => {
  expect(problemOf({ at: "", is: "matches", value: "(?=a)" })).toMatch(/no RE2 pattern/);
  expect(problemOf({ at: "", is: "matches", value: 5 })).toMatch(/text/);
  expect(problemOf({ at: "", is: "==" })).toMatch(/needs a value/);
  expect(problemOf({ at: "", is: "exists", value: null })).toMatch(/takes no value/);
  expect(problemOf({ at: "", is: "==", value: null })).toBeNull();
});
