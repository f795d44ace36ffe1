import { expect, test } from "vitest";
import { withPicked } from "./moment-text.ts";

test("a picked moment keeps the zone that was typed, and gets one when there was none", () => {
  expect(withPicked("datetime-local", { picked: "2026-02-01T09:30", before: "2026-01-01T00:00:00+09:00" })).toBe(
    "2026-02-01T09:30:00+09:00",
  );
  expect(withPicked("time", { picked: "09:30:15", before: "07:00Z" })).toBe("09:30:15Z");
  expect(withPicked("datetime-local", { picked: "2026-02-01T09:30", before: "" })).toMatch(
    /^2026-02-01T09:30:00[+-]\d\d:\d\d$/,
  );
  expect(withPicked("date", { picked: "2026-02-01", before: "" })).toBe("2026-02-01");
});
