import { expect, it } from "vitest";
import { dayOf } from "./day-of.ts";

it.each([
  ["2026-03-10T00:30:00Z", "Asia/Seoul", "today"],
  ["2026-03-09T16:00:00Z", "Asia/Seoul", "today"],
  ["2026-03-09T16:00:00Z", "UTC", "yesterday"],
  ["2026-03-09T14:59:00Z", "Asia/Seoul", "yesterday"],
  ["2026-03-03T12:00:00Z", "UTC", "week"],
  ["2026-03-02T12:00:00Z", "UTC", "older"],
  ["2026-03-10T23:00:00Z", "UTC", "today"],
] as const)("%s in %s was %s", (at, timeZone, day) => {
  expect(dayOf(new Date(at), { now: new Date("2026-03-10T12:00:00Z"), timeZone })).toBe(day);
});
