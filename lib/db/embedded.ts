import "server-only";
import path from "node:path";
import pg from "pg";
import { env } from "#lib/core/env.ts";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { startCluster, stopCluster } from "./cluster.ts";
import { type Home, prepareHome } from "./home.ts";
import { migrate } from "./migrate.ts";
import { DATABASE_NAME, databaseUrl, socketUrl } from "./place.ts";

/** Every process that uses the embedded server shares this advisory lock, which ends with the process, however it ends. */
const USER_LOCK = 7_007_001;
const RETRY_MS = 1_000;
/** What two processes that make the same database at once may be told. */
const ALREADY_MADE = ["42P04", "23505"];
const STOPPING = ["57P01", "57P03", "ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"];

/**
 * Brings up the database and answers its address: the embedded server, unless DATABASE_URL names another, and all migrations.
 * Many processes may do this; each calls `releaseDatabase` when it is done.
 */
export async function ensureDatabase(): Promise<string> {
  if (env().DATABASE_URL === undefined) await embedded().hold();
  await migrate(databaseUrl(), path.join(env().root, "prisma/migrations"));
  return databaseUrl();
}

/** The last process to call this stops the embedded server. */
export async function releaseDatabase(): Promise<void> {
  if (env().DATABASE_URL === undefined) await embedded().release();
}

function embedded(): Embedded {
  return singleton("embedded", () => new Embedded());
}

/** This process's hold on the embedded server; one that stops while it is held is started again. */
class Embedded {
  readonly #home: Home = prepareHome(path.join(env().data, "postgres"));
  #wanted = false;
  #client: pg.Client | null = null;
  #regaining: Promise<void> = Promise.resolve();

  async hold(): Promise<void> {
    this.#wanted = true;
    while (this.#wanted && !this.#client) {
      await startCluster(this.#home);
      this.#client = await this.#lock();
    }
  }

  async release(): Promise<void> {
    this.#wanted = false;
    await this.#regaining;
    if (!this.#client) return;
    await this.#client.end();
    const last = await connect(this.#home, DATABASE_NAME);
    const { rows } = await last.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [USER_LOCK]);
    if (rows[0]?.alone) await stopCluster(this.#home.place);
    await last.end();
  }

  /** Null when another process, the last one until now, is just stopping the server. */
  async #lock(): Promise<pg.Client | null> {
    try {
      await createDatabase(this.#home);
      const client = await connect(this.#home, DATABASE_NAME);
      await client.query("select pg_advisory_lock_shared($1)", [USER_LOCK]);
      client.once("end", () => {
        this.#client = null;
        this.#regaining = this.#regain();
      });
      return client;
    } catch (error) {
      if (isStopping(error)) return null;
      throw error;
    }
  }

  async #regain(): Promise<void> {
    while (this.#wanted && !this.#client) {
      log.warn("the database stopped; it is started again");
      await this.hold().catch((error: unknown) =>
        log.error("the database did not start; it is tried again", { error }),
      );
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

async function connect({ place }: Home, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: socketUrl(place, database) });
  client.on("error", () => undefined); // its end is what matters
  await client.connect();
  return client;
}

async function createDatabase(home: Home): Promise<void> {
  const client = await connect(home, "postgres");
  try {
    const found = await client.query("select from pg_database where datname = $1", [DATABASE_NAME]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } catch (error) {
    if (!ALREADY_MADE.includes(codeOf(error))) throw error;
  } finally {
    await client.end();
  }
}

function isStopping(error: unknown): boolean {
  return STOPPING.includes(codeOf(error)) || (error as Error).message.startsWith("Connection terminated");
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}
