import fc from "fast-check";
import { expect, test } from "vitest";
import { compareNumbers, isMultipleOf, isWhole, numberText } from "./number-text.ts";

test.each([
  ["21.5", "21.5"],
  [" 7 ", "7"],
  ["+5", "5"],
  [".5", "0.5"],
  ["5.", "5"],
  ["-007", "-7"],
  ["1e5", "1e5"],
  ["9007199254740993", "9007199254740993"],
  ["19.90", "19.90"],
])("reads %j as %s", (typed, text) => {
  expect(numberText(typed)).toBe(text);
});

test.each(["", "-", ".", "1,000", "1 000", "abc", "NaN", "Infinity", "0x10", "1e", "--1"])(
  "does not read %j",
  (typed) => {
    expect(numberText(typed)).toBeNull();
  },
);

test("compares beyond the precision of a double", () => {
  expect(compareNumbers("9007199254740993", "9007199254740992")).toBe(1);
  expect(compareNumbers("1.0", "1")).toBe(0);
  expect(compareNumbers("1e2", "100")).toBe(0);
  expect(compareNumbers("-0", "0")).toBe(0);
  expect(compareNumbers("1e400", "1e399")).toBe(1);
});

test("orders doubles as the language does", () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(
      double,
      double,
      (a, b) => compareNumbers(JSON.stringify(a), JSON.stringify(b)) === Math.sign(a - b) + 0,
    ),
  );
});

test("knows whole numbers and multiples exactly", () => {
  expect([isWhole("5.0"), isWhole("5e3"), isWhole("5.5"), isWhole("1e-1"), isWhole("0.0")]).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  expect([isMultipleOf("0.3", "0.1"), isMultipleOf("0.35", "0.1"), isMultipleOf("9007199254740993", "2")]).toEqual([
    true,
    false,
    false,
  ]);
});
