import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { AppError } from "#lib/core/errors.ts";

/** The key that Prisma's own command line locks, so that neither works beside the other. */
const PRISMA_LOCK = 72707369;

const TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0)`;

type Migration = { name: string; sql: string; checksum: string };
type Applied = { checksum: string; finished: boolean };

/**
 * Applies the migrations that the database lacks, each in one transaction, and answers their names.
 * The record is Prisma's own table, so `prisma migrate status` agrees. Two processes may do this at once.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(TABLE);
    const applied = await listApplied(client);
    const missing = listMigrations(folder).filter((migration) => !isApplied(migration, applied.get(migration.name)));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

function listMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, "migration.sql")))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

async function listApplied(client: pg.Client): Promise<Map<string, Applied>> {
  const { rows } = await client.query<Applied & { name: string }>(
    `select migration_name as name, checksum, finished_at is not null as finished
     from _prisma_migrations where rolled_back_at is null order by started_at`,
  );
  return new Map(rows.map(({ name, ...applied }) => [name, applied]));
}

function isApplied({ name, checksum }: Migration, applied: Applied | undefined): boolean {
  if (!applied) return false;
  if (!applied.finished) {
    throw new AppError(
      "conflict",
      `The migration ${name} failed on this database before; repair it with \`prisma migrate resolve\`.`,
    );
  }
  if (applied.checksum !== checksum) {
    throw new AppError(
      "conflict",
      `The migration ${name} was changed after this database applied it; restore the file.`,
    );
  }
  return true;
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       values ($1, $2, now(), $3, 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new AppError("internal", `The migration ${name} failed and was taken back: ${(cause as Error).message}.`, {
      cause,
    });
  }
}
