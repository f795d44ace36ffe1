import { Temporal } from "temporal-polyfill";
import { Problem } from "../confined/problem.ts";

/** The days of the week, Monday first as in ISO 8601. */
export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The days on which nobody works. */
export type Calendar = { weekend: readonly Weekday[]; holidays: readonly Temporal.PlainDate[] };

/** How many business days lie between two days, both included, negative when the second is earlier, and the holidays that were left out. */
export function countBusinessDays(
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
  calendar: Calendar,
): { count: number; holidays: string[] } {
  const [first, last] = Temporal.PlainDate.compare(from, until) <= 0 ? [from, until] : [until, from];
  const days = first.until(last, { largestUnit: "day" }).days + 1;
  const workweek = 7 - new Set(calendar.weekend).size;
  let count = Math.floor(days / 7) * workweek;
  for (let rest = days % 7, day = last; rest > 0; rest--, day = day.subtract({ days: 1 })) {
    if (!isWeekend(day, calendar)) count++;
  }
  const holidays = workdayHolidays(calendar).filter((day) => day >= first.toString() && day <= last.toString());
  const working = count - holidays.length;
  return { count: first === from ? working : -working, holidays };
}

/** The business day that lies `count` business days after a day, before it when negative; the day itself does not count. */
export function addBusinessDays(
  from: Temporal.PlainDate,
  count: number,
  calendar: Calendar,
): { day: Temporal.PlainDate; holidays: string[] } {
  if (new Set(calendar.weekend).size === WEEKDAYS.length)
    throw new Problem("Every weekday is a weekend, so that there are no business days; shorten the weekend.");
  const free = new Set(workdayHolidays(calendar));
  const met: string[] = [];
  let day = from;
  for (let rest = Math.abs(count); rest > 0; ) {
    day = day.add({ days: Math.sign(count) });
    if (isWeekend(day, calendar)) continue;
    if (free.has(day.toString())) met.push(day.toString());
    else rest--;
  }
  return { day, holidays: met.toSorted() };
}

/** The name of a day's weekday. */
export function weekdayOf(day: Temporal.PlainDate): Weekday {
  return WEEKDAYS[day.dayOfWeek - 1] ?? "monday";
}

function isWeekend(day: Temporal.PlainDate, { weekend }: Calendar): boolean {
  return weekend.includes(weekdayOf(day));
}

function workdayHolidays(calendar: Calendar): string[] {
  const days = calendar.holidays.filter((day) => !isWeekend(day, calendar)).map(String);
  return [...new Set(days)].toSorted();
}
