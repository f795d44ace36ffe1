import "server-only";
import pg from "pg";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { db, execute, Prisma } from "./client.ts";
import { databaseUrl } from "./place.ts";

type OnPayload = (payload: string) => void;

const LONGEST_PAUSE_MS = 5_000;

/** Wakes every listener of the channel in every process; the payload (at most 7,999 bytes) is a pointer, never data. */
export async function notify(channel: string, payload: string): Promise<void> {
  await execute(Prisma.sql`select pg_notify(${channel}, ${payload})`);
}

/**
 * Calls `onPayload` at each notification until the returned function is called.
 * A process has one such connection, made anew when it breaks; what was sent meanwhile is lost, so a listener also polls.
 */
export function listen(channel: string, onPayload: OnPayload): () => void {
  return singleton("listener", () => new Listener()).add(channel, onPayload);
}

/** Lets go of all connections of this process, for one that ends: nobody is woken any more. */
export async function disconnect(): Promise<void> {
  singleton("listener", () => new Listener()).close();
  await db().$disconnect();
}

/** Its connection lives from the first listener to the last. */
class Listener {
  readonly #channels = new Map<string, Set<OnPayload>>();
  #client: pg.Client | null = null;
  #connecting = false;

  add(channel: string, onPayload: OnPayload): () => void {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners.add(onPayload));
    if (listeners.size === 1) this.#run(`listen ${pg.escapeIdentifier(channel)}`);
    void this.#connect();
    return () => this.#remove(channel, onPayload);
  }

  close(): void {
    this.#channels.clear();
    this.#disconnect();
  }

  #remove(channel: string, onPayload: OnPayload): void {
    const listeners = this.#channels.get(channel);
    if (!listeners?.delete(onPayload) || listeners.size > 0) return;
    this.#channels.delete(channel);
    this.#run(`unlisten ${pg.escapeIdentifier(channel)}`);
    if (this.#channels.size === 0) this.#disconnect();
  }

  #run(sql: string): void {
    const client = this.#client;
    client?.query(sql).catch(() => this.#replace(client));
  }

  #replace(broken: pg.Client): void {
    if (broken !== this.#client) return;
    this.#disconnect();
    void this.#connect();
  }

  #disconnect(): void {
    const client = this.#client;
    this.#client = null;
    client?.end().catch(() => undefined); // a broken connection need not end well
  }

  async #connect(): Promise<void> {
    if (this.#connecting) return;
    this.#connecting = true;
    for (let pause = 100; !this.#client && this.#channels.size > 0; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.#open();
      } catch (error) {
        log.warn("the connection that listens for events broke; it is made anew", { error });
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    this.#connecting = false;
    if (this.#channels.size === 0) this.#disconnect();
  }

  async #open(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl(), keepAlive: true });
    client.on("error", () => this.#replace(client));
    client.on("end", () => this.#replace(client));
    client.on("notification", ({ channel, payload }) => {
      for (const onPayload of this.#channels.get(channel) ?? []) onPayload(payload ?? "");
    });
    await client.connect();
    this.#client = client; // from here on `add` tells the server of new channels
    try {
      for (const channel of [...this.#channels.keys()]) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      this.#disconnect();
      throw error;
    }
  }
}
