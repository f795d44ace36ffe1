import { expect, test } from "vitest";
import { calculate } from "./calc.ts";

test.each([
  [7, "*", 6, "42"],
  [0.1, "+", 0.2, "0.3"],
  [0.3, "-", 0.1, "0.2"],
  [1.1, "*", 1.1, "1.21"],
  [1, "/", 3, "0.33333333333333333"],
  [1, "/", 8, "0.125"],
  [-7, "/", 2, "-3.5"],
  [9007199254740991, "*", 11, "99079191802150901"],
  [9007199254740991, "*", 9007199254740991, "8.1129638414606663681390495662081e+31"],
  [1e308, "*", 10, "1e+309"],
  [0, "*", -5, "0"],
] as const)("%s %s %s is %s", (a, op, b, expected) => {
  expect(calculate({ a, b, op })).toBe(expected);
});

test("explains a division by zero instead of returning Infinity", () => {
  expect(calculate({ a: 1, b: 0, op: "/" })).toBe("Error: division by zero; b must not be 0 when op is /.");
  expect(calculate({ a: 0, b: -0, op: "/" })).toMatch(/^Error: division by zero/);
});

test("explains numbers that are not finite", () => {
  expect(calculate({ a: Number.POSITIVE_INFINITY, b: 1, op: "+" })).toMatch(/^Error: a and b must be finite/);
});
