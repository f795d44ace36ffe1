import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, expect, test, vi } from "vitest";

const folder = mkdtempSync("/tmp/toolroom-data-");
chmodSync(folder, 0o711);
let data = folder;
let users: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(users.map(leave));
  users = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

test("two first users at once share one server, and the last one stops it", async () => {
  const [first, second] = await Promise.all([join(), join()]);
  expect(first.url).toBe(second.url);
  await leave(first.user);
  expect(await answers(second.url)).toBe(true);
  await leave(second.user);
  expect(await answers(second.url)).toBe(false);
});

test("a user that was killed holds nothing", async () => {
  const killed = await join();
  await kill(killed.user);
  expect(await answers(killed.url)).toBe(true);
  const next = await join();
  await leave(next.user);
  expect(await answers(next.url)).toBe(false);
});

test("keeps what was written when user and server were killed", async () => {
  const killed = await join();
  await query(killed.url, "create table kept as select 42 as x");
  process.kill(serverPid(), "SIGKILL");
  await kill(killed.user);
  const { url } = await join();
  expect(await query(url, "select x from kept")).toEqual([{ x: 42 }]);
});

test("a server that is killed under its user comes back", async () => {
  const { url } = await join();
  const before = serverPid();
  process.kill(before, "SIGKILL");
  await vi.waitUntil(async () => (await answers(url)) && serverPid() !== before, { timeout: 20_000 });
});

test("works in a folder whose path is too long for a socket", async () => {
  data = path.join(folder, "long ".repeat(30).trim());
  mkdirSync(data, { recursive: true });
  const { user, url } = await join();
  expect(await answers(url)).toBe(true);
  const socket = new URL(url).searchParams.get("host") ?? "";
  expect(socket).toMatch(/^\/tmp\/toolroom-/);
  await leave(user);
  rmSync(socket, { recursive: true });
});

async function join(): Promise<{ user: ChildProcess; url: string }> {
  const program = new URL("hold-database.ts", import.meta.url).pathname;
  const env = { ...process.env, TOOLROOM_DATA: data, DATABASE_URL: undefined, NODE_ENV: "test" as const };
  const stdio: ["pipe", "pipe", "inherit"] = ["pipe", "pipe", "inherit"];
  const user = spawn(process.execPath, ["--conditions=react-server", program], { env, stdio });
  users.push(user);
  const [line] = await once(user.stdout, "data");
  return { user, url: String(line).trim() };
}

async function leave(user: ChildProcess): Promise<void> {
  user.stdin?.end();
  if (user.exitCode === null && user.signalCode === null) await once(user, "exit");
}

async function kill(user: ChildProcess): Promise<void> {
  user.kill("SIGKILL");
  await once(user, "exit");
}

function serverPid(): number {
  return Number.parseInt(readFileSync(path.join(data, "postgres/cluster/postmaster.pid"), "utf8"), 10);
}

async function answers(url: string): Promise<boolean> {
  return query(url, "select 1").then(
    () => true,
    () => false,
  );
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
