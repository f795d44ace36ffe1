import { type Event, replacedBy, withinOf } from "#lib/runs/schema.ts";
import type { LogFrame } from "#lib/runs/transcript.ts";

/** The log with what came; as on the server, pieces of an answer go when the whole of it comes. */
export function appendFrames(log: readonly LogFrame[], frames: readonly LogFrame[]): readonly LogFrame[] {
  if (frames.length === 0) return log;
  const next = [...log];
  for (const frame of frames) {
    if (!isAfter(frame, next.at(-1))) continue;
    if (replacedBy(frame.event).length > 0) drop(next, frame.event);
    next.push(frame);
  }
  return next;
}

/** What goes is of the newest turn of its own conversation. */
function drop(log: LogFrame[], whole: Event): void {
  const gone = replacedBy(whole);
  const isOwn = ({ event }: LogFrame) => event.runId === whole.runId && withinOf(event) === withinOf(whole);
  const begin = log.findLastIndex((frame) => frame.event.type === "model.started" && isOwn(frame));
  const kept = log.slice(begin + 1).filter((frame) => !(gone.includes(frame.event.type) && isOwn(frame)));
  log.splice(begin + 1, log.length, ...kept);
}

function isAfter({ position, event }: LogFrame, last: LogFrame | undefined): boolean {
  if (!last) return true;
  return position > last.position || (position === last.position && event.seq > last.event.seq);
}
