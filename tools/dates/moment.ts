import { Temporal } from "temporal-polyfill";
import { named, Problem } from "../confined/problem.ts";

/** A day without time, or a moment in a time zone. */
export type Moment = Temporal.PlainDate | Temporal.ZonedDateTime;

/** What a text means in a time zone, with a note when the clocks were changed just then; a Problem when it is no date. */
export function parseMoment(
  text: string,
  { timeZone, now }: { timeZone: string; now: Temporal.Instant },
): { moment: Moment; note?: string } {
  const word = text.trim().toLowerCase();
  if (word === "now") return { moment: now.toZonedDateTimeISO(timeZone).round("second") };
  if (word === "today") return { moment: now.toZonedDateTimeISO(timeZone).toPlainDate() };
  try {
    if (/^[+-]?\d+-\d{2}-\d{2}$/.test(word)) return { moment: Temporal.PlainDate.from(word) };
    if (word.includes("[")) return { moment: Temporal.ZonedDateTime.from(text.trim()) };
    if (/(z|[+-]\d{2}(:?\d{2})?)$/.test(word.slice(10)))
      return { moment: Temporal.Instant.from(word).toZonedDateTimeISO(timeZone) };
    return inZone(Temporal.PlainDateTime.from(word), timeZone);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    throw new Problem(
      `"${text}" is not a date that exists; write it as "2026-07-31" or "2026-07-31T09:30", with "+09:00" or "Z" for an offset.`,
    );
  }
}

/** The day on which a moment falls in its time zone. */
export function dayIn(moment: Moment): Temporal.PlainDate {
  return moment instanceof Temporal.PlainDate ? moment : moment.toPlainDate();
}

/** The moment in the time zone; a day begins there at its first second. */
export function zoned(moment: Moment, timeZone: string): Temporal.ZonedDateTime {
  return moment instanceof Temporal.PlainDate ? moment.toZonedDateTime(timeZone) : moment.withTimeZone(timeZone);
}

/** The name as the time zone database writes it; a Problem with similar names when there is none. */
export function checkedTimeZone(name: string): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name.trim()).timeZoneId;
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    const wanted = name.trim().toLowerCase().replaceAll(" ", "_");
    const similar = Intl.supportedValuesOf("timeZone").filter(
      (zone) => wanted.length > 2 && zone.toLowerCase().includes(wanted),
    );
    const hint =
      similar.length > 0
        ? `did you mean ${named(similar, 5)}?`
        : 'write an IANA name such as "Asia/Seoul", or an offset such as "+09:00".';
    throw new Problem(`There is no time zone "${name}"; ${hint}`);
  }
}

function inZone(local: Temporal.PlainDateTime, zone: string): { moment: Temporal.ZonedDateTime; note?: string } {
  const moment = local.toZonedDateTime(zone);
  const later = local.toZonedDateTime(zone, { disambiguation: "later" });
  if (!moment.toPlainDateTime().equals(local)) {
    return {
      moment,
      note: `${local} does not exist in ${zone}, where the clocks were put forward; ${moment.toPlainTime()} was taken.`,
    };
  }
  if (!moment.equals(later)) {
    return {
      moment,
      note: `${local} occurs twice in ${zone}, where the clocks were put back; the first was taken, with offset ${moment.offset}.`,
    };
  }
  return { moment };
}
