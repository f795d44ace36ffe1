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
  const state = new StateReader(member, sessionId, await getSession(member, sessionId));
  return eventStream((signal) => readFrames(sessionId, { state, cursor, signal }));
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

type Reading = { state: StateReader; cursor: SessionCursor; signal: AbortSignal };

async function* readFrames(sessionId: string, { state, cursor, signal }: Reading): AsyncGenerator<Frame[]> {
  let { position, seq } = cursor;
  const changes = new Changes(sessionId, signal);
  try {
    while (!signal.aborted) {
      yield await state.changed();
      const run = await nextRun(sessionId, position);
      if (!run) {
        await changes.next();
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
  const change = () => changes.next().then(() => "changed" as const);
  let page = pages.next();
  let changed = change();
  try {
    for (;;) {
      const first = await Promise.race([page, changed]);
      if (first === "changed") {
        changed = change();
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

/** Gives the state of a session when it is another than before; the first is the one that was read to find the session. */
class StateReader {
  readonly #member: { teamId: string };
  readonly #sessionId: string;
  #known = "";
  #first: SessionState | null;

  constructor(member: { teamId: string }, sessionId: string, first: SessionState) {
    this.#member = member;
    this.#sessionId = sessionId;
    this.#first = first;
  }

  async changed(): Promise<Frame[]> {
    const state = this.#first ?? (await readState(this.#member, this.#sessionId));
    this.#first = null;
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

/** Hears when a session changed. What happened before it listened counts as a change, since nobody knows. */
class Changes {
  #count = 0;
  #told = -1;
  #waiting = Promise.withResolvers<void>();
  readonly #forget: () => void;
  readonly #signal: AbortSignal;

  constructor(sessionId: string, signal: AbortSignal) {
    this.#signal = signal;
    this.#forget = onSessionChange(sessionId, () => this.#change());
    signal.addEventListener("abort", () => this.#change(), { once: true });
  }

  /** Resolves when the session has changed since this last did, after a while, or at the abort. */
  async next(): Promise<void> {
    if (this.#count === this.#told && !this.#signal.aborted) {
      const poll = Promise.withResolvers<void>();
      const timer = setTimeout(poll.resolve, POLL_MS);
      await Promise.race([this.#waiting.promise, poll.promise]);
      clearTimeout(timer);
    }
    this.#told = this.#count;
  }

  close(): void {
    this.#forget();
    this.#change();
  }

  #change(): void {
    this.#count += 1;
    this.#waiting.resolve();
    this.#waiting = Promise.withResolvers();
  }
}
