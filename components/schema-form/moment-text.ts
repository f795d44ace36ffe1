/** The text of a picked moment. A zone that was typed before is kept; otherwise it is the browser's, so that it is never left out. */
export function withPicked(
  type: "date" | "time" | "datetime-local",
  { picked, before }: { picked: string; before: string },
): string {
  if (type === "date") return picked;
  const seconds = /:\d\d:\d\d/.test(picked) ? picked : `${picked}:00`;
  const typed = /(z|[+-]\d\d:\d\d)$/i.exec(before)?.[0];
  return seconds + (typed ?? zoneOf(type === "time" ? new Date() : new Date(picked)));
}

/** The browser's offset at a moment, as `+09:00`. */
function zoneOf(moment: Date): string {
  const minutes = -moment.getTimezoneOffset();
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}
