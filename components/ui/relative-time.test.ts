import { expect, it } from "vitest";
import { ageOf } from "./relative-time.tsx";

const NOW = new Date("2026-03-10T12:00:00Z");

it.each([
  ["2026-03-10T12:00:20Z", "now", 0],
  ["2026-03-10T11:59:30Z", "now", 0],
  ["2026-03-10T11:42:00Z", "minutes", 18],
  ["2026-03-10T10:00:00Z", "hours", 2],
  ["2026-03-09T11:00:00Z", "yesterday", 1],
  ["2026-02-17T12:00:00Z", "days", 21],
  ["2025-12-01T12:00:00Z", "date", 99],
] as const)("%s was %s", (at, unit, count) => {
  expect(ageOf(new Date(at), NOW)).toEqual({ in: unit, count });
});
