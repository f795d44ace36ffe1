import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { migrate } from "#lib/db/migrate.ts";
import { createDatabaseAt } from "#tests/support/database.ts";

let folder = "";
let url = "";

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "toolroom-migrations-"));
  url = await createDatabaseAt(inject("databaseServer"), { name: `migrate_${randomBytes(6).toString("hex")}` });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, sql: string): void {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, "migration.sql"), sql);
}

async function rows(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const result = await client.query(sql);
  await client.end();
  return result.rows;
}

test("applies what is missing, in order and once", async () => {
  write("1_one", "create table a (x int); insert into a values (1);");
  expect(await migrate(url, folder)).toEqual(["1_one"]);
  write("2_two", "insert into a values (2);");
  expect(await migrate(url, folder)).toEqual(["2_two"]);
  expect(await migrate(url, folder)).toEqual([]);
  expect(await rows("select x from a order by x")).toEqual([{ x: 1 }, { x: 2 }]);
});

test("takes a failing migration back whole and says why", async () => {
  write("1_half", "create table a (x int); insert into nowhere values (1);");
  await expect(migrate(url, folder)).rejects.toThrow(
    'The migration 1_half failed and was taken back: relation "nowhere"',
  );
  expect(await rows("select to_regclass('a') as a")).toEqual([{ a: null }]);
  write("1_half", "create table a (x int);");
  expect(await migrate(url, folder)).toEqual(["1_half"]);
});

test("refuses a migration that was changed after it was applied", async () => {
  write("1_one", "create table a (x int);");
  await migrate(url, folder);
  write("1_one", "create table a (x text);");
  await expect(migrate(url, folder)).rejects.toThrow("The migration 1_one was changed after this database applied it");
});

test("two processes that migrate at once apply each migration once", async () => {
  cpSync("prisma/migrations", folder, { recursive: true });
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
  expect(applied.flat()).toHaveLength(new Set(applied.flat()).size);
});
