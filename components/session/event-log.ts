import { type EventBody, replacedBy } from "#lib/runs/schema.ts";
import type { LogFrame } from "#lib/runs/transcript.ts";

/** The log with what came; as on the server, pieces of an answer go when the whole of it comes. */
export function appendFrames(log: readonly LogFrame[], frames: readonly LogFrame[]): readonly LogFrame[] {
  if (frames.length === 0) return log;
  const next = [...log];
  for (const frame of frames) {
    if (!isAfter(frame, next.at(-1))) continue;
    const gone = replacedBy(frame.event);
    if (gone.length > 0) drop(next, gone);
    next.push(frame);
  }
  return next;
}

/** What goes is of one turn, and stands at the end. */
function drop(log: LogFrame[], gone: readonly EventBody["type"][]): void {
  const begin = log.findLastIndex(({ event }) => event.type === "model.started");
  const kept = log.slice(begin + 1).filter(({ event }) => !gone.includes(event.type));
  log.splice(begin + 1, log.length, ...kept);
}

function isAfter({ position, event }: LogFrame, last: LogFrame | undefined): boolean {
  if (!last) return true;
  return position > last.position || (position === last.position && event.seq > last.event.seq);
}
