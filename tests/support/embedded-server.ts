import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "#lib/db/migrate.ts";
import { startTemporaryServer } from "#lib/db/temporary.ts";
import { createDatabaseAt } from "./database.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the run's own database server. */
    databaseServer: string;
  }
}

/** Starts one database server for the whole run, with a migrated template that each test file gets a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemporaryServer();
  const address = server.url("postgres");
  await migrate(await createDatabaseAt(address, { name: "template" }), path.resolve("prisma/migrations"));
  project.provide("databaseServer", address);
  return server.stop;
}
