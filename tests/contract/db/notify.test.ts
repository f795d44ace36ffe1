import pg from "pg";
import { expect, test, vi } from "vitest";
import { listen, notify } from "#lib/db/notify.ts";
import { withDatabase } from "#tests/support/database.ts";

withDatabase();

test("reaches every listener of the channel until it stops listening", async () => {
  const heard: string[] = [];
  const stops = [
    listen("first", (payload) => heard.push(`a ${payload}`)),
    listen("first", (payload) => heard.push(`b ${payload}`)),
  ];
  const stopOther = listen("second", (payload) => heard.push(`c ${payload}`));
  await vi.waitUntil(async () => (await connections()).includes('listen "second"'), { timeout: 20_000 });
  await notify("first", "1");
  await notify("second", "2");
  await vi.waitUntil(() => heard.length === 3, { timeout: 20_000 });
  expect(heard).toEqual(["a 1", "b 1", "c 2"]);
  for (const stop of stops) stop();
  await notify("first", "3");
  await notify("second", "4");
  await vi.waitUntil(() => heard.length === 4, { timeout: 20_000 });
  expect(heard.at(-1)).toBe("c 4");
  stopOther();
  await vi.waitUntil(async () => !(await connections()).some((query) => query.startsWith("listen")), {
    timeout: 20_000,
  });
});

test("listens again after its connection broke", async () => {
  const heard: string[] = [];
  const stop = listen("broken", (payload) => heard.push(payload));
  await vi.waitUntil(async () => (await connections()).includes('listen "broken"'), { timeout: 20_000 });
  await query(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "broken"'`);
  await vi.waitUntil(async () => (await connections()).includes('listen "broken"'), { timeout: 10_000 });
  await notify("broken", "back");
  await vi.waitUntil(() => heard.includes("back"), { timeout: 20_000 });
  stop();
});

async function connections(): Promise<string[]> {
  const rows = await query("select query from pg_stat_activity where datname = current_database()");
  return rows.map((row) => String(row.query));
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}
