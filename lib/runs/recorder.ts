import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log.ts";
import { execute, Prisma } from "#lib/db/client.ts";
import { insertEvents, type Numbered } from "./insert-events.ts";
import { DELTAS, type EventBody, replacedBy, withinOf } from "./schema.ts";
import { type Holder, putAside } from "./waiting.ts";
import { EVENTS_CHANNEL, Tail } from "./wake.ts";

/** Events of a burst are written together, at most this much later. */
const COALESCE_MS = 40;
/** Even the first waits this long: a warm call has ended by then, and its whole story is one write. */
const GATHER_MS = 10;
/** A database that restarts is back within seconds: these attempts wait 23 s in all, and never long for one that is back. */
const ATTEMPTS = 15;
const LONGEST_PAUSE_MS = 2_000;

/** How a run ends, as its row keeps it. */
export type Ending = {
  status: "succeeded" | "failed" | "cancelled" | "paused";
  outcome: string | null;
  runMs: number | null;
};

/** What is written at once: the run's end, and inputs of its session that the events tell of. */
type Together = { ending?: Ending; takes?: readonly string[] };
type Pending = Omit<Numbered, "seq">;

/**
 * The one writer of a run's events. `write` never blocks, `commit` waits until all is in the database, and `settle` writes the
 * terminal event and the row together. Once another holder has taken the run over, nothing more is written and `lost` aborts.
 */
export class Recorder {
  readonly runId: string;
  readonly lost = new AbortController();
  /** Whether the run's session had a message for it when this last wrote; true as long as that is not known. */
  isSteered = true;
  readonly #tail: Tail;
  readonly #holder: Holder;
  #seq: number;
  #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #lastFlush = 0;

  /** `seq` is the number of the run's last event, for one who goes on with what another began. */
  constructor(runId: string, holder: Holder, seq = 0) {
    this.runId = runId;
    this.#holder = holder;
    this.#seq = seq;
    this.#tail = new Tail(runId, seq);
  }

  write(body: EventBody): void {
    this.#keep(body);
    // The first event of a quiet run goes out soon; those that crowd behind it share a write.
    const wait = Math.max(GATHER_MS, COALESCE_MS - (performance.now() - this.#lastFlush));
    this.#timer ??= setTimeout(() => this.#flush(null), wait);
  }

  /**
   * Writes these with all that is pending, and resolves when they are in the database; `takes` are inputs of the session that they
   * tell of and that go with them. Throws when the database stays away or another has taken the run over.
   */
  async commit(bodies: readonly EventBody[], { takes }: Pick<Together, "takes"> = {}): Promise<void> {
    for (const body of bodies) this.#keep(body);
    this.#flush(null, takes ? { takes } : {});
    await this.#flushing;
    this.lost.signal.throwIfAborted();
  }

  /** Writes all that is pending, the terminal event and the run's end in one transaction. Throws when the database stays away. */
  async settle(body: EventBody, ending: Ending): Promise<void> {
    this.#flush(body, { ending });
    await this.#flushing.finally(() => this.#tail.close());
  }

  /**
   * Lets go of the run until somebody wakes it, or until `wakeAt`, with all that is pending written; otherwise answers why it goes
   * on here. Throws like `commit`.
   */
  async putAside(wakeAt: string): Promise<"aside" | "told" | "cancelled"> {
    await this.commit([]);
    const outcome = await putAside(this.runId, this.#holder, wakeAt);
    if (outcome === "aside") this.#tail.close();
    return outcome;
  }

  #keep(body: EventBody): void {
    const within = withinOf(body);
    const isOwn = (each: Pending) => withinOf(each.body) === within;
    // Those of them that no row holds yet need none.
    const gone = replacedBy(body);
    if (gone.length > 0)
      this.#pending = this.#pending.filter((each) => !(gone.includes(each.body.type) && isOwn(each)));
    // What other conversations say in between changes nothing in this one.
    const last = this.#pending.findLast(isOwn);
    const joined = last && DELTAS.has(body.type) ? joinDeltas(last.body, body) : null;
    if (last && joined) last.body = joined;
    else this.#pending.push({ body, at: new Date() });
  }

  #flush(last: EventBody | null, together: Together = {}): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(async () => {
      // Only now: a flush that waits before this one would take the terminal event along, without the run's end.
      if (last) this.#keep(last);
      const batch = this.#pending.map((each, at) => ({ ...each, seq: this.#seq + at + 1 }));
      this.#pending = [];
      if (batch.length === 0 || this.lost.signal.aborted) return;
      this.#seq += batch.length;
      this.#lastFlush = performance.now();
      await this.#writeWithPatience(batch, together);
      this.#tail.push(batch.map(({ seq, body, at }) => ({ ...body, seq, runId: this.runId, at: at.toISOString() })));
    });
    if (!last) this.#flushing = this.#flushing.catch((error: unknown) => this.#giveUp(error));
  }

  /** While the database is away, the events wait here. */
  async #writeWithPatience(batch: readonly Numbered[], together: Together): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#append(batch, together);
      } catch (error) {
        if (attempt === ATTEMPTS || error instanceof AppError) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.min(2 ** attempt * 100, LONGEST_PAUSE_MS)));
      }
    }
  }

  /** One statement: the fence, the run's end, the events, what they replace and the wake-up are true together or not at all. */
  async #append(batch: readonly Numbered[], { ending, takes }: Together): Promise<void> {
    const { serverId, fence } = this.#holder;
    const mine = Prisma.sql`id = ${this.runId} AND "serverId" = ${serverId} AND fence = ${fence} AND status = 'running'`;
    const held = ending
      ? Prisma.sql`UPDATE "Run" SET status = ${ending.status}::"RunStatus", outcome = ${ending.outcome},
          "runMs" = ${ending.runMs}, "finishedAt" = now() AT TIME ZONE 'UTC' WHERE ${mine} RETURNING id, "sessionId"`
      : Prisma.sql`SELECT id, "sessionId" FROM "Run" WHERE ${mine} FOR SHARE`;
    const gone = batch.flatMap(({ body }) => replacedBy(body).map((type) => ({ type, within: withinOf(body) ?? "" })));
    const replaced =
      gone.length > 0
        ? Prisma.sql`, replaced AS (DELETE FROM "Event" USING held WHERE "runId" = held.id
            AND (type, coalesce(within, '')) IN (SELECT * FROM unnest(
              ${gone.map(({ type }) => type)}::text[], ${gone.map(({ within }) => within)}::text[])))`
        : Prisma.empty;
    const taken = takes
      ? Prisma.sql`, taken AS (DELETE FROM "SessionInput" AS input USING held
          WHERE input."sessionId" = held."sessionId" AND input.id = ANY(${takes}))`
      : Prisma.empty;
    const [row] = await execute<{ steered: boolean }>(Prisma.sql`
      WITH held AS (${held}), written AS (${insertEvents(batch)}) ${replaced} ${taken}
      SELECT pg_notify(${EVENTS_CHANNEL}, id)::text,
        EXISTS (SELECT FROM "SessionInput" AS input WHERE input."sessionId" = held."sessionId" AND kind = 'steer') AS steered
      FROM held`);
    if (!row) throw new AppError("conflict", `Run ${this.runId} is no longer held by this server.`);
    this.isSteered = row.steered;
  }

  #giveUp(error: unknown): void {
    log.error("run log cannot be written; the run is stopped", { runId: this.runId, error });
    this.#tail.close();
    this.lost.abort(error);
  }
}

/** Two pieces of the same text as one; null when they are not. What else they have are names and numbers. */
function joinDeltas(before: EventBody, after: EventBody): EventBody | null {
  if (!("text" in before && "text" in after)) return null;
  const isSame = Object.entries(after).every(([key, value]) => key === "text" || before[key as "type"] === value);
  return isSame ? { ...after, text: before.text + after.text } : null;
}
