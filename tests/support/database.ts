import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";

/** Gives the test file an empty, migrated database and a data folder, through the environment; call it at the top. */
export function withDatabase(): void {
  let data = "";
  let name = "";
  beforeAll(async () => {
    data = mkdtempSync("/tmp/toolroom-data-");
    chmodSync(data, 0o711);
    shareEnvironments(data);
    name = `test_${randomBytes(6).toString("hex")}`;
    process.env.TOOLROOM_DATA = data;
    process.env.DATABASE_URL = await createDatabaseAt(inject("databaseServer"), { name, template: "template" });
  });
  afterAll(async () => {
    const { db } = await import("#lib/db/client.ts");
    await db().$disconnect();
    await run(inject("databaseServer"), `drop database if exists ${name} with (force)`);
    rmSync(data, { recursive: true, force: true });
  });
}

/** Environments cost seconds to build and depend on nothing but what is in them, so all tests keep them in one place. */
function shareEnvironments(data: string): void {
  const shared = path.resolve("node_modules/.cache/toolroom-tests/environments");
  mkdirSync(shared, { recursive: true });
  symlinkSync(shared, path.join(data, "environments"));
}

/** Makes a database on the server of that address and answers its own address. */
export async function createDatabaseAt(
  server: string,
  { name, template = "template1" }: { name: string; template?: string },
): Promise<string> {
  await run(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
