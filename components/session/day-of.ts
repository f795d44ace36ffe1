type Day = "today" | "yesterday" | "week" | "older";

const DAY_MS = 86_400_000;

/** On which of the days that a list tells apart a moment was, by the calendar of a time zone. */
export function dayOf(at: Date, { now, timeZone }: { now: Date; timeZone: string }): Day {
  const days = dayNumber(now, timeZone) - dayNumber(at, timeZone);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  return days <= 7 ? "week" : "older";
}

/** Calendar days are counted, which are not all 24 hours long. */
function dayNumber(moment: Date, timeZone: string): number {
  return Date.parse(new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(moment)) / DAY_MS;
}
