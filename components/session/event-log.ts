import { DELTAS, REPLACES_DELTAS } from "#lib/runs/schema.ts";
import type { LogFrame } from "#lib/runs/transcript.ts";

/** The log with what came; as on the server, pieces of an answer go when the whole of it comes. */
export function appendFrames(log: readonly LogFrame[], frames: readonly LogFrame[]): readonly LogFrame[] {
  if (frames.length === 0) return log;
  const next = [...log];
  for (const frame of frames) {
    if (!isAfter(frame, next.at(-1))) continue;
    if (REPLACES_DELTAS.has(frame.event.type)) dropDeltas(next);
    next.push(frame);
  }
  return next;
}

/** Deltas of one turn are the only ones there are, and stand at the end. */
function dropDeltas(log: LogFrame[]): void {
  const begin = log.findLastIndex(({ event }) => event.type === "model.started");
  const kept = log.slice(begin + 1).filter(({ event }) => !DELTAS.has(event.type));
  log.splice(begin + 1, log.length, ...kept);
}

function isAfter({ position, event }: LogFrame, last: LogFrame | undefined): boolean {
  if (!last) return true;
  return position > last.position || (position === last.position && event.seq > last.event.seq);
}
