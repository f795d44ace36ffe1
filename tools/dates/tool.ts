/**
 * Calculates with dates: the difference of two, a date some time later or earlier, the weekday, the same moment in another
 * time zone, and business days with weekends and holidays left out.
 */
import { parseArgs } from "node:util";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { explained } from "../confined/problem.ts";
import { WEEKDAYS } from "./business-days.ts";
import { calculateDates } from "./dates.ts";

export const UserParameters = z.object({});

const Amount = z.object({
  years: z.int().optional().describe("Years to add; negative goes back."),
  months: z.int().optional().describe("Months to add; negative goes back."),
  weeks: z.int().optional().describe("Weeks to add; negative goes back."),
  days: z.int().optional().describe("Calendar days to add; negative goes back."),
  hours: z.int().optional().describe("Hours to add; negative goes back."),
  minutes: z.int().optional().describe("Minutes to add; negative goes back."),
  seconds: z.int().optional().describe("Seconds to add; negative goes back."),
});

export const ToolParameters = z.object({
  operation: z
    .enum(["difference", "add", "weekday", "convert", "count_business_days", "add_business_days"])
    .describe(
      '"difference": time from date to until. "add": date plus amount. "weekday": weekday, ISO week and day of the year of date. "convert": date in to_time_zone. "count_business_days": how many lie between date and until, both included. "add_business_days": the date that many business days after date, which itself does not count.',
    ),
  date: z
    .string()
    .describe(
      'ISO 8601: a date "2026-07-31", a local date-time "2026-07-31T09:30", one with offset "2026-07-31T09:30+09:00", or "today" or "now".',
    ),
  until: z
    .string()
    .optional()
    .describe('The second date, written like date; needed for "difference" and "count_business_days".'),
  amount: Amount.optional().describe('What to add; needed for "add".'),
  business_days: z
    .int()
    .min(-10_000)
    .max(10_000)
    .optional()
    .describe('Number of business days, negative goes back; needed for "add_business_days".'),
  time_zone: z
    .string()
    .default("UTC")
    .describe('IANA name of the time zone of dates without offset, of "today" and of "now", such as "Asia/Seoul".'),
  to_time_zone: z
    .string()
    .optional()
    .describe('IANA name of the time zone to convert to, such as "Europe/Berlin"; needed for "convert".'),
  holidays: z.array(z.string()).default([]).describe('Dates that are no business days, each as "2026-12-25".'),
  weekend: z
    .array(z.enum(WEEKDAYS))
    .default(["saturday", "sunday"])
    .describe("The weekdays that are no business days."),
});

export const OUTPUT_KEY = "tool_output";

/** The answer as JSON, or "Error: …" with what to change. */
export async function runTool(
  _config: z.infer<typeof UserParameters>,
  args: z.infer<typeof ToolParameters>,
): Promise<string> {
  return await explained(async () => JSON.stringify(calculateDates(args, Temporal.Now.instant())));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { "user-params": { type: "string", default: "{}" }, "tool-params": { type: "string", default: "{}" } },
  });
  const config = UserParameters.parse(JSON.parse(values["user-params"]));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"]));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
