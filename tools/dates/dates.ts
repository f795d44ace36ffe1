import { Temporal } from "temporal-polyfill";
import { Problem } from "../confined/problem.ts";
import { addBusinessDays, type Calendar, countBusinessDays, type Weekday, weekdayOf } from "./business-days.ts";
import { checkedTimeZone, dayIn, parseMoment, zoned } from "./moment.ts";

const UNITS = ["years", "months", "weeks", "days", "hours", "minutes", "seconds"] as const;
type Unit = (typeof UNITS)[number];

export type DatesRequest = {
  operation: "difference" | "add" | "weekday" | "convert" | "count_business_days" | "add_business_days";
  date: string;
  until?: string | undefined;
  amount?: { [unit in Unit]?: number | undefined } | undefined;
  business_days?: number | undefined;
  time_zone: string;
  to_time_zone?: string | undefined;
  holidays: string[];
  weekend: Weekday[];
};

type Answer = Record<string, unknown>;

/** Answers one question about dates; what is missing or does not exist is a Problem. */
export function calculateDates(request: DatesRequest, now: Temporal.Instant): Answer {
  try {
    return OPERATIONS[request.operation]({ ...request, time_zone: checkedTimeZone(request.time_zone) }, now);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new Problem("The result is beyond the years -271821 to 275760 that can be calculated; use a smaller amount.");
  }
}

const OPERATIONS = {
  difference,
  add,
  weekday,
  convert,
  count_business_days: countDays,
  add_business_days: addDays,
} satisfies Record<DatesRequest["operation"], (request: DatesRequest, now: Temporal.Instant) => Answer>;

function difference(request: DatesRequest, now: Temporal.Instant): Answer {
  const from = momentOf(request.date, request, now);
  const until = momentOf(needed(request, "until"), request, now);
  const notes = notesOf(from, until);
  if (from.moment instanceof Temporal.PlainDate && until.moment instanceof Temporal.PlainDate) {
    const calendar = from.moment.until(until.moment, { largestUnit: "year" });
    const { days } = from.moment.until(until.moment, { largestUnit: "day" });
    return { from: String(from.moment), until: String(until.moment), days, calendar: partsOf(calendar) };
  }
  const [start, end] = [zoned(from.moment, request.time_zone), zoned(until.moment, request.time_zone)];
  const seconds = start.until(end).total("second");
  return {
    from: String(start),
    until: String(end),
    seconds,
    hours: seconds / 3600,
    calendar: partsOf(start.until(end, { largestUnit: "year" })),
    ...notes,
  };
}

function add(request: DatesRequest, now: Temporal.Instant): Answer {
  if (!request.amount) throw new Problem('The operation "add" needs an "amount", such as {"days": 30}.');
  const { years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0 } = request.amount;
  const exact = hours * 3600 + minutes * 60 + seconds;
  const parsed = momentOf(request.date, request, now);
  const from = exact === 0 ? parsed.moment : zoned(parsed.moment, request.time_zone);
  // One after the other, because a Temporal duration cannot hold a month forward and a day back.
  const inMonth = from.add({ months: years * 12 + months });
  const onDay = inMonth.add({ days: weeks * 7 + days });
  const result = exact === 0 ? onDay : onDay.add({ seconds: exact });
  const note = `The month that was reached has no day ${from.day}, so its last day was taken.`;
  return {
    from: String(from),
    result: String(result),
    weekday: weekdayOf(dayIn(result)),
    ...notesOf(parsed, inMonth.day === from.day ? {} : { note }),
  };
}

function weekday(request: DatesRequest, now: Temporal.Instant): Answer {
  const day = dayOf(request.date, request, now);
  return {
    date: String(day),
    weekday: weekdayOf(day),
    iso_week: `${day.yearOfWeek}-W${String(day.weekOfYear).padStart(2, "0")}`,
    day_of_year: day.dayOfYear,
    days_in_month: day.daysInMonth,
    leap_year: day.inLeapYear,
  };
}

function convert(request: DatesRequest, now: Temporal.Instant): Answer {
  const target = checkedTimeZone(needed(request, "to_time_zone"));
  const parsed = momentOf(request.date, request, now);
  const from = zoned(parsed.moment, request.time_zone);
  const result = from.withTimeZone(target);
  const ahead = (result.offsetNanoseconds - from.offsetNanoseconds) / 3.6e12;
  return {
    from: String(from),
    result: String(result),
    weekday: weekdayOf(result.toPlainDate()),
    hours_ahead: ahead,
    ...notesOf(parsed),
  };
}

function countDays(request: DatesRequest, now: Temporal.Instant): Answer {
  const from = dayOf(request.date, request, now);
  const until = dayOf(needed(request, "until"), request, now);
  const { count: businessDays, holidays } = countBusinessDays(from, until, calendarOf(request, now));
  return {
    from: String(from),
    until: String(until),
    both_included: true,
    business_days: businessDays,
    holidays_left_out: holidays,
  };
}

function addDays(request: DatesRequest, now: Temporal.Instant): Answer {
  if (request.business_days === undefined)
    throw new Problem('The operation "add_business_days" needs "business_days", such as 10.');
  const from = dayOf(request.date, request, now);
  const { day, holidays } = addBusinessDays(from, request.business_days, calendarOf(request, now));
  return { from: String(from), result: String(day), weekday: weekdayOf(day), holidays_left_out: holidays };
}

function needed(request: DatesRequest, field: "until" | "to_time_zone"): string {
  const value = request[field];
  if (!value) throw new Problem(`The operation "${request.operation}" needs "${field}".`);
  return value;
}

function momentOf(text: string, { time_zone }: DatesRequest, now: Temporal.Instant) {
  return parseMoment(text, { timeZone: time_zone, now });
}

function dayOf(text: string, request: DatesRequest, now: Temporal.Instant): Temporal.PlainDate {
  return dayIn(momentOf(text, request, now).moment);
}

function calendarOf(request: DatesRequest, now: Temporal.Instant): Calendar {
  return { weekend: request.weekend, holidays: request.holidays.map((text) => dayOf(text, request, now)) };
}

function partsOf(duration: Temporal.Duration): Answer {
  return Object.fromEntries(UNITS.flatMap((unit) => (duration[unit] === 0 ? [] : [[unit, duration[unit]]])));
}

function notesOf(...parts: { note?: string }[]): { notes?: string[] } {
  const notes = parts.flatMap(({ note }) => (note ? [note] : []));
  return notes.length > 0 ? { notes } : {};
}
