import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { calculateDates, type DatesRequest } from "./dates.ts";

const NOW = Temporal.Instant.from("2026-11-30T15:30:00Z");

function answer(request: Partial<DatesRequest>): unknown {
  const defaults = {
    operation: "weekday",
    date: "today",
    time_zone: "UTC",
    holidays: [],
    weekend: ["saturday", "sunday"],
  } as const;
  return calculateDates({ ...defaults, holidays: [], weekend: [...defaults.weekend], ...request }, NOW);
}

test.each([
  ["2024-02-29", "2026-11-30", 1005, { years: 2, months: 9, days: 1 }],
  ["2026-01-31", "2026-02-28", 28, { days: 28 }],
  ["2026-12-25", "2026-12-01", -24, { days: -24 }],
  ["2026-05-05", "2026-05-05", 0, {}],
])("from %s to %s are %i days", (date, until, days, calendar) => {
  expect(answer({ operation: "difference", date, until })).toMatchObject({ days, calendar });
});

test("a day on which the clocks are put forward has 23 hours", () => {
  const night = { date: "2026-03-28T12:00", until: "2026-03-29T12:00", time_zone: "Europe/Berlin" };
  expect(answer({ operation: "difference", ...night })).toMatchObject({
    seconds: 82_800,
    hours: 23,
    calendar: { days: 1 },
  });
});

test("adds calendar units before exact ones and says when a month was too short", () => {
  expect(answer({ operation: "add", date: "2026-01-31", amount: { months: 1, days: 1 } })).toEqual({
    from: "2026-01-31",
    result: "2026-03-01",
    weekday: "sunday",
    notes: ["The month that was reached has no day 31, so its last day was taken."],
  });
  expect(answer({ operation: "add", date: "2026-03-01", amount: { weeks: -1, days: 2 } })).toMatchObject({
    result: "2026-02-24",
  });
  expect(
    answer({ operation: "add", date: "2026-07-31", amount: { hours: 30 }, time_zone: "Asia/Seoul" }),
  ).toMatchObject({
    result: "2026-08-01T06:00:00+09:00[Asia/Seoul]",
  });
});

test("says which day today is where one is", () => {
  expect(answer({ date: "today", time_zone: "Asia/Seoul" })).toEqual({
    date: "2026-12-01",
    weekday: "tuesday",
    iso_week: "2026-W49",
    day_of_year: 335,
    days_in_month: 31,
    leap_year: false,
  });
  expect(answer({ date: "2027-01-01" })).toMatchObject({ iso_week: "2026-W53" });
});

test("converts between time zones", () => {
  const seoul = { operation: "convert", time_zone: "Asia/Seoul", to_time_zone: "america/new_york" } as const;
  expect(answer({ ...seoul, date: "2026-07-31T09:30" })).toEqual({
    from: "2026-07-31T09:30:00+09:00[Asia/Seoul]",
    result: "2026-07-30T20:30:00-04:00[America/New_York]",
    weekday: "thursday",
    hours_ahead: -13,
  });
  expect(answer({ ...seoul, date: "2026-07-31T09:30-02:00" })).toMatchObject({
    result: "2026-07-31T07:30:00-04:00[America/New_York]",
  });
  expect(answer({ ...seoul, date: "now" })).toMatchObject({ from: "2026-12-01T00:30:00+09:00[Asia/Seoul]" });
});

test.each([
  ["2026-03-29T02:30", "does not exist in Europe/Berlin", "2026-03-29T01:30:00+00:00[UTC]"],
  ["2026-10-25T02:30", "occurs twice in Europe/Berlin", "2026-10-25T00:30:00+00:00[UTC]"],
])("notes that %s %s", (date, note, result) => {
  const answered = answer({ operation: "convert", date, time_zone: "Europe/Berlin", to_time_zone: "UTC" });
  expect(answered).toMatchObject({ result, notes: [expect.stringContaining(note)] });
});

test.each([
  [{ date: "2026-02-30" }, '"2026-02-30" is not a date that exists'],
  [{ date: "31/07/2026" }, '"31/07/2026" is not a date that exists'],
  [{ date: "내일" }, '"내일" is not a date that exists'],
  [{ time_zone: "Seoul" }, 'There is no time zone "Seoul"; did you mean "Asia/Seoul"?'],
  [{ time_zone: "KST" }, 'There is no time zone "KST"; write an IANA name'],
  [{ operation: "difference" }, 'The operation "difference" needs "until".'],
  [{ operation: "convert" }, 'The operation "convert" needs "to_time_zone".'],
  [{ operation: "add" }, 'The operation "add" needs an "amount"'],
  [{ operation: "add", amount: { years: 999_999 } }, "beyond the years"],
  [{ operation: "add_business_days" }, 'The operation "add_business_days" needs "business_days"'],
  [
    { operation: "count_business_days", until: "today", holidays: ["Christmas"] },
    '"Christmas" is not a date that exists',
  ],
] satisfies [Partial<DatesRequest>, string][])("explains %j", (request, message) => {
  expect(() => answer(request)).toThrow(message);
});
