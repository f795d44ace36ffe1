import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { singleton } from "#lib/core/singleton.ts";
import { Prisma, PrismaClient } from "./generated/client.ts";
import { databaseUrl } from "./place.ts";

export type {
  Agent,
  AgentSession,
  AgentVersion,
  Configuration,
  Event,
  Provider,
  Run,
  Tool,
  ToolVersion,
} from "./generated/client.ts";
export { Prisma };

/** Statements beyond these are planned at each use, so that lists of ever new lengths do not fill the database's memory. */
const MOST_PREPARED = 300;
/** A connection that is made anew costs more than all queries of a short call. */
const IDLE_MS = 5 * 60_000;

/** The one Prisma client of this process; it connects at the first query. Its sessions keep time in UTC, as the columns do. */
export function db(): PrismaClient {
  return singleton("db", () => {
    const place = { connectionString: databaseUrl(), options: "-c timezone=UTC" };
    const adapter = new Driver({ ...place, max: 10, idleTimeoutMillis: IDLE_MS }, { statementNameGenerator: nameOf });
    singleton("driver", () => adapter);
    return new PrismaClient({ adapter });
  });
}

/**
 * Runs one statement past the client, which takes several times as long as its driver: for the few that every turn of a run needs.
 * Rows come as the driver reads them.
 */
export async function execute<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
  const client = db();
  const driver = singleton("driver", (): Driver => {
    throw new Error("The client is made before its driver is used.");
  });
  if (!driver.pool) await client.$connect();
  const { rows } = await (driver.pool as pg.Pool).query<Row>({ name: nameOf({ sql: text }), text, values });
  return rows;
}

/** The client's driver, with the connections that it has now. */
class Driver extends PrismaPg {
  pool: pg.Pool | null = null;

  override async connect(): ReturnType<PrismaPg["connect"]> {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    const { dispose } = adapter;
    adapter.dispose = () => {
      if (this.pool === pool) this.pool = null;
      return dispose.call(adapter);
    };
    this.pool = pool;
    return adapter;
  }
}

/** Names the statements that the database is to plan once for each connection: planning takes it longer than most of them. */
function nameOf({ sql }: { sql: string }): string {
  const names = singleton("statements", () => new Map<string, string>());
  const known = names.get(sql);
  if (known !== undefined || names.size >= MOST_PREPARED) return known ?? "";
  const name = `s${names.size}`;
  names.set(sql, name);
  return name;
}
