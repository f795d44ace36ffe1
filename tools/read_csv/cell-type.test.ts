import { expect, test } from "vitest";
import { typeOf, widen } from "./cell-type.ts";

test.each([
  ["0", "integer"],
  ["-12", "integer"],
  ["1.50", "number"],
  [".5", "number"],
  ["1e-3", "number"],
  ["0012", "text"],
  ["1,200", "text"],
  ["e5", "text"],
  [".", "text"],
  ["TRUE", "boolean"],
  ["2026-07-31", "date"],
  ["2026-07-31 09:30", "date-time"],
  ["2026-07-31T09:30:00.5+09:00", "date-time"],
  ["가", "text"],
] as const)("%j is %s", (cell, type) => {
  expect(typeOf(cell)).toBe(type);
});

test("widens to what holds both", () => {
  expect(widen("empty", "integer")).toBe("integer");
  expect(widen("integer", "number")).toBe("number");
  expect(widen("date-time", "date")).toBe("date-time");
  expect(widen("integer", "boolean")).toBe("text");
});
