import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { singleton } from "#lib/core/singleton.ts";
import { Prisma, PrismaClient } from "./generated/client.ts";
import { databaseUrl } from "./place.ts";

export type { AgentVersion, Configuration, Event, Provider, Run, Tool, ToolVersion } from "./generated/client.ts";
export { Prisma };

/** Statements beyond these are planned at each use, so that lists of ever new lengths do not fill the database's memory. */
const MOST_PREPARED = 300;
/** A connection that is made anew costs more than all queries of a short call. */
const IDLE_MS = 5 * 60_000;

/** The one Prisma client of this process; it connects at the first query. Its sessions keep time in UTC, as the columns do. */
export function db(): PrismaClient {
  return singleton("db", () => {
    const place = { connectionString: databaseUrl(), options: "-c timezone=UTC" };
    const adapter = new PrismaPg(
      { ...place, max: 10, idleTimeoutMillis: IDLE_MS },
      { statementNameGenerator: prepared() },
    );
    return new PrismaClient({ adapter });
  });
}

/** Names the statements that the database is to plan once for each connection: planning takes it longer than most of them. */
function prepared() {
  const names = new Map<string, string>();
  return ({ sql }: { sql: string }): string => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= MOST_PREPARED) return known ?? "";
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}
