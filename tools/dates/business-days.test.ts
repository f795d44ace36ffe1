import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { addBusinessDays, type Calendar, countBusinessDays, type Weekday } from "./business-days.ts";

function day(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

function calendar(holidays: string[] = [], weekend: Weekday[] = ["saturday", "sunday"]): Calendar {
  return { weekend, holidays: holidays.map(day) };
}

test.each([
  ["2026-11-30", "2026-11-30", [], 1],
  ["2026-11-28", "2026-11-29", [], 0],
  ["2026-11-30", "2026-12-06", [], 5],
  ["2026-11-27", "2026-12-07", [], 7],
  ["2026-12-07", "2026-11-27", [], -7],
  ["2026-12-21", "2026-12-31", ["2026-12-25", "2026-12-25", "2026-12-26", "2025-12-25"], 8],
] as const)("%s to %s without %j has %i business days", (from, until, holidays, count) => {
  expect(countBusinessDays(day(from), day(until), calendar([...holidays])).count).toBe(count);
});

test("counting agrees with looking at each day, over years", () => {
  const rules = calendar(["2026-05-05", "2027-01-01"], ["friday"]);
  for (let length = 0; length < 30; length++) {
    const from = day("2025-12-30");
    const until = from.add({ days: length * 17 });
    let expected = 0;
    for (let at = from; Temporal.PlainDate.compare(at, until) <= 0; at = at.add({ days: 1 })) {
      if (at.dayOfWeek !== 5 && !["2026-05-05", "2027-01-01"].includes(at.toString())) expected++;
    }
    expect(countBusinessDays(from, until, rules).count).toBe(expected);
  }
});

test.each([
  ["2026-11-27", 1, [], "2026-11-30"],
  ["2026-11-30", -1, [], "2026-11-27"],
  ["2026-11-28", 0, [], "2026-11-28"],
  ["2026-12-23", 3, ["2026-12-25"], "2026-12-29"],
  ["2026-01-01", 261, [], "2027-01-01"],
] as const)("%s and %i business days without %j is %s", (from, count, holidays, expected) => {
  expect(addBusinessDays(day(from), count, calendar([...holidays])).day.toString()).toBe(expected);
});

test("names the holidays that were left out and refuses a week without business days", () => {
  expect(addBusinessDays(day("2026-12-26"), -2, calendar(["2026-12-25", "2026-12-26"])).holidays).toEqual([
    "2026-12-25",
  ]);
  const never = calendar([], ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]);
  expect(() => addBusinessDays(day("2026-12-26"), 1, never)).toThrow("there are no business days");
  expect(countBusinessDays(day("2026-12-26"), day("2027-12-26"), never).count).toBe(0);
});
