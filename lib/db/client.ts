import "server-only";
import { PrismaPg } from "@prisma/adapter-pg";
import { singleton } from "#lib/core/singleton.ts";
import { Prisma, PrismaClient } from "./generated/client.ts";
import { databaseUrl } from "./place.ts";

export type { Configuration, Run, Tool, ToolVersion } from "./generated/client.ts";
export { Prisma };

/** The one Prisma client of this process; it connects at the first query. Its sessions keep time in UTC, as the columns do. */
export function db(): PrismaClient {
  return singleton("db", () => {
    const adapter = new PrismaPg({ connectionString: databaseUrl(), max: 10, options: "-c timezone=UTC" });
    return new PrismaClient({ adapter });
  });
}
