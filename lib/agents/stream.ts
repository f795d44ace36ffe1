import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { singleton } from "#lib/core/singleton.ts";
import { db } from "#lib/db/client.ts";
import { follow } from "#lib/runs/log.ts";
import type { Event } from "#lib/runs/schema.ts";
import { eventStream, type Frame } from "#lib/runs/sse.ts";
import type { SessionFrame, SessionState } from "./schema.ts";
import { onSessionChange } from "./session-channel.ts";
import { getSession } from "./sessions.ts";

/** How far somebody has read a session: `seq` events of the run at `position`, and all of those before. */
export type SessionCursor = { position: number; seq: number };

/** A follower looks by itself this often, so that a lost word costs a moment and nothing else. */
const POLL_MS = 5_000;

/**
 * Answers with a session's log after the cursor and on, run after run, and with its state whenever that changes; it ends only when
 * the reader goes. The `id` of an event is its cursor. Throws `not_found`, also for another team's.
 */
export async function sessionStream(
  member: { teamId: string },
  sessionId: string,
  cursor: SessionCursor,
): Promise<Response> {
  await getSession(member, sessionId);
  return eventStream((signal) => readFrames(member, sessionId, { cursor, signal }));
}

/** The cursor that a browser (`Last-Event-ID`) or a program (`?after=`) sent, as `position.seq`; `0.0` is the beginning. */
export function readSessionCursor(request: Request): SessionCursor {
  const sent = request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("after") ?? "0.0";
  const [, position, seq] = /^(\d{1,9})\.(\d{1,9})$/.exec(sent) ?? [];
  if (position === undefined || seq === undefined) {
    throw new AppError("invalid_input", `The cursor "${sent}" is not position.seq; send 0.0 for the beginning.`);
  }
  return { position: Number(position), seq: Number(seq) };
}

type Reading = { cursor: SessionCursor; signal: AbortSignal };

async function* readFrames(
  member: { teamId: string },
  sessionId: string,
  { cursor, signal }: Reading,
): AsyncGenerator<Frame[]> {
  const state = new StateReader(member, sessionId);
  let { position, seq } = cursor;
  const changes = new Changes(sessionId, signal);
  try {
    while (!signal.aborted) {
      const seen = changes.count;
      yield await state.changed();
      const run = await nextRun(sessionId, position);
      if (!run) {
        await changes.after(seen);
        continue;
      }
      if (run.position > position) seq = 0;
      position = run.position;
      for await (const page of both(run.id, seq, { changes, signal })) {
        if (page === "changed") {
          yield await state.changed();
          continue;
        }
        seq = page.at(-1)?.seq ?? seq;
        yield page.map((event) => ({ id: `${position}.${event.seq}`, data: logFrame(position, event) }));
      }
      // All of this run was read; the next one is looked for.
      position += 1;
      seq = 0;
    }
  } finally {
    changes.close();
  }
}

/** The session's first run at or after a position. */
async function nextRun(sessionId: string, position: number) {
  return db().run.findFirst({
    where: { sessionId, position: { gte: position } },
    orderBy: { position: "asc" },
    select: { id: true, position: true },
  }) as Promise<{ id: string; position: number } | null>;
}

/** A run's events, and between them a word each time that the session itself changed. */
async function* both(runId: string, seq: number, { changes, signal }: { changes: Changes; signal: AbortSignal }) {
  const done = new AbortController();
  const pages = follow(runId, seq, AbortSignal.any([signal, done.signal]));
  const change = (seen: number) => changes.after(seen).then(() => "changed" as const);
  let page = pages.next();
  let changed = change(changes.count);
  try {
    for (;;) {
      const first = await Promise.race([page, changed]);
      if (first === "changed") {
        changed = change(changes.count);
        yield first;
        continue;
      }
      if (first.done) return;
      yield first.value;
      page = pages.next();
    }
  } finally {
    done.abort();
  }
}

/** Gives the state of a session when it is another than before. */
class StateReader {
  readonly #member: { teamId: string };
  readonly #sessionId: string;
  #known = "";

  constructor(member: { teamId: string }, sessionId: string) {
    this.#member = member;
    this.#sessionId = sessionId;
  }

  async changed(): Promise<Frame[]> {
    const state = await readState(this.#member, this.#sessionId);
    const text = JSON.stringify(state);
    if (text === this.#known) return [];
    this.#known = text;
    return [{ id: null, data: { type: "state", state } satisfies SessionFrame }];
  }
}

/** All who hear of a change in one turn of the event loop share the reading of it. */
function readState(member: { teamId: string }, sessionId: string): Promise<SessionState> {
  const reading = singleton("session-states", () => new Map<string, Promise<SessionState>>());
  const key = `${member.teamId} ${sessionId}`;
  const state = reading.get(key) ?? getSession(member, sessionId);
  if (!reading.has(key)) setImmediate(() => reading.delete(key));
  reading.set(key, state);
  return state;
}

const frames = new WeakMap<Event, SessionFrame>();

/** The same object for all who get the event as the same object, so that it is written as JSON once. */
function logFrame(position: number, event: Event): SessionFrame {
  const frame = frames.get(event) ?? { type: "log", position, event };
  frames.set(event, frame);
  return frame;
}

/** Counts how often a session changed. */
class Changes {
  count = 0;
  #waiting = Promise.withResolvers<void>();
  readonly #forget: () => void;
  readonly #signal: AbortSignal;

  constructor(sessionId: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#forget = onSessionChange(sessionId, () => this.#change());
    signal.addEventListener("abort", () => this.#change(), { once: true });
  }

  /** Resolves when the count is past `seen`, after a while, or at the abort. */
  async after(seen: number): Promise<void> {
    if (this.count > seen || this.#signal.aborted) return;
    const poll = Promise.withResolvers<void>();
    const timer = setTimeout(poll.resolve, POLL_MS);
    await Promise.race([this.#waiting.promise, poll.promise]);
    clearTimeout(timer);
  }

  close(): void {
    this.#forget();
    this.#change();
  }

  #change(): void {
    this.count += 1;
    this.#waiting.resolve();
    this.#waiting = Promise.withResolvers();
  }
}
