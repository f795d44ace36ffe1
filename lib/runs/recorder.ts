import "server-only";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log.ts";
import { db, Prisma } from "#lib/db/client.ts";
import type { EventBody } from "./schema.ts";
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
  status: "succeeded" | "failed" | "cancelled";
  outcome: string | null;
  runMs: number | null;
};

type Pending = { seq: number; body: EventBody; at: Date };

/**
 * The one writer of a run's events. `write` never blocks; `settle` writes the terminal event and the row together.
 * Once another server has taken the run over, nothing more is written and `lost` aborts.
 */
export class Recorder {
  readonly runId: string;
  readonly lost = new AbortController();
  readonly #tail: Tail;
  #serverId: string;
  #seq: number;
  #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #lastFlush = 0;

  /** `seq` is the number of the run's last event, for one who ends what another began. */
  constructor(runId: string, serverId: string, seq = 0) {
    this.runId = runId;
    this.#serverId = serverId;
    this.#seq = seq;
    this.#tail = new Tail(runId, seq);
  }

  write(body: EventBody): void {
    this.#keep(body);
    // The first event of a quiet run goes out soon; those that crowd behind it share a write.
    const wait = Math.max(GATHER_MS, COALESCE_MS - (performance.now() - this.#lastFlush));
    this.#timer ??= setTimeout(() => this.#flush(null), wait);
  }

  /** Writes all that is pending, the terminal event and the run's end in one transaction. Throws when the database stays away. */
  async settle(body: EventBody, ending: Ending): Promise<void> {
    this.#flush({ body, ending });
    await this.#flushing.finally(() => this.#tail.close());
  }

  #keep(body: EventBody): void {
    this.#seq += 1;
    this.#pending.push({ seq: this.#seq, body, at: new Date() });
  }

  #flush(last: { body: EventBody; ending: Ending } | null): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(async () => {
      // Only now: a flush that waits before this one would take the terminal event along, without the run's end.
      if (last) this.#keep(last.body);
      const batch = this.#pending;
      this.#pending = [];
      if (batch.length === 0 || this.lost.signal.aborted) return;
      this.#lastFlush = performance.now();
      await this.#writeWithPatience(batch, last?.ending);
      this.#tail.push(batch.map(({ seq, body, at }) => ({ ...body, seq, runId: this.runId, at: at.toISOString() })));
    });
    if (!last) this.#flushing = this.#flushing.catch((error: unknown) => this.#giveUp(error));
  }

  /** While the database is away, the events wait here. */
  async #writeWithPatience(batch: readonly Pending[], ending: Ending | undefined): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#append(batch, ending);
      } catch (error) {
        if (attempt === ATTEMPTS || error instanceof AppError) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.min(2 ** attempt * 100, LONGEST_PAUSE_MS)));
      }
    }
  }

  /** One statement: the fence, the run's end, the events and the wake-up are true together or not at all. */
  async #append(batch: readonly Pending[], ending: Ending | undefined): Promise<void> {
    const mine = Prisma.sql`id = ${this.runId} AND "serverId" = ${this.#serverId} AND status = 'running'`;
    const held = ending
      ? Prisma.sql`UPDATE "Run" SET status = ${ending.status}::"RunStatus", outcome = ${ending.outcome},
          "runMs" = ${ending.runMs}, "finishedAt" = now() AT TIME ZONE 'UTC' WHERE ${mine} RETURNING id`
      : Prisma.sql`SELECT id FROM "Run" WHERE ${mine} FOR SHARE`;
    const rows = await db().$queryRaw<unknown[]>`
      WITH held AS (${held}), written AS (
        INSERT INTO "Event" ("runId", seq, type, at, body)
        SELECT held.id, row.seq, row.type, row.at, row.body
        FROM held, unnest(
          ${batch.map(({ seq }) => seq)}::int[], ${batch.map(({ body }) => body.type)}::text[],
          ${batch.map(({ at }) => at.toISOString())}::timestamp[], ${batch.map(({ body }) => JSON.stringify(body))}::text[]
        ) AS row (seq, type, at, body)
        ON CONFLICT DO NOTHING
      )
      SELECT pg_notify(${EVENTS_CHANNEL}, id)::text FROM held`;
    if (rows.length === 0) throw new AppError("conflict", `Run ${this.runId} is no longer held by this server.`);
  }

  #giveUp(error: unknown): void {
    log.error("run log cannot be written; the run is stopped", { runId: this.runId, error });
    this.#tail.close();
    this.lost.abort(error);
  }
}
