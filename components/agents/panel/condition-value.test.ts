import { expect, test } from "vitest";
import { printValue, readValue, withComparison } from "./condition-value.ts";

test.each([
  ["GET", "GET"],
  ["5", "5"],
  ['"5"', '"5"'],
  ["9007199254740993", "9007199254740993"],
  ["true", "true"],
  ["null", "null"],
  ['["a",1]', '["a",1]'],
  ["", ""],
  ["환불", "환불"],
])("the text %s stands for a value that is written as it", (text, printed) => {
  expect(printValue(readValue(text))).toBe(printed);
});

test("a text that reads like a number is quoted, so that it stays a text", () => {
  expect(readValue(printValue("5"))).toBe("5");
  expect(readValue("5")).toBe(5);
  expect(readValue("9007199254740993")).toBe(9007199254740993n);
});

test("a comparison has a value only where it compares with one, and a pattern is a text", () => {
  expect(withComparison({ at: "/a", is: "==", value: 5 }, "exists")).toEqual({ at: "/a", is: "exists" });
  expect(withComparison({ at: "/a", is: "exists" }, "<")).toEqual({ at: "/a", is: "<", value: "" });
  expect(withComparison({ at: "/a", is: "==", value: 5 }, "matches")).toEqual({ at: "/a", is: "matches", value: "5" });
});
