import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { db } from "#lib/db/client.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { Child } from "./child.ts";
import { DatabaseProxy } from "./database-proxy.ts";
import { agentOf, call, fileOf, type Member, openSession, readRun, say, send, withTools } from "./fixture.ts";

const AWAY_MS = 20_000;
let member: Member;
let proxy: DatabaseProxy;
const workers: Child[] = [];
withDatabase();
const tool = withTools();
const server = withModelServer({ checks: "rules" });
beforeAll(async () => {
  // This process is a server that only answers browsers, on a way to the database of its own.
  process.env.TOOLROOM_ROLE = "web";
  member = await createTeam("Outage");
  proxy = new DatabaseProxy(process.env.DATABASE_URL ?? "");
  const environment = { DATABASE_URL: await proxy.listen() };
  for (let count = 0; count < 2; count++) workers.push(new Child("hold-worker.ts", { environment }));
  for (const worker of workers) await worker.line();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  proxy.close();
});

test("a run goes on when its database was away for 20 s, while its tools ended", { timeout: 120_000 }, async () => {
  const calls = [call("hold", { name: "x" }, "call_x"), call("hold", { name: "y" }, "call_y")];
  server.play([calls, calls.slice(0, 1), [say("Done.")]]);
  const sessionId = await openSession(member, agentOf(server, { tools: [tool("hold")] }));
  const file = (name: string) => fileOf(member, sessionId, name);
  const runId = await send(member, sessionId, "Hold on.");
  await vi.waitUntil(() => existsSync(file("held-x")) && existsSync(file("held-y")), { timeout: 30_000 });
  proxy.goAway(AWAY_MS);
  for (const name of ["go-x", "go-y"]) writeFileSync(file(name), "");
  const { last, of } = await readRun(runId);
  expect(last).toMatchObject({ type: "run.succeeded" });
  expect(proxy.refused).toBeGreaterThan(0);
  expect(of("tool.returned")).toHaveLength(3);
  // Nobody took a worker for dead that could not be heard.
  expect(await db().run.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({ fence: 1 });
  expect(readFileSync(file("held-y"), "utf8")).toBe(`${runId}:1.1\n`);
  expect(server.requests).toHaveLength(3);
});

test("a connection that breaks again and again loses nothing, and nothing is done twice", {
  timeout: 120_000,
}, async () => {
  server.play(({ turn }) => (turn < 4 ? [call("key", {}, `call_${turn}`)] : [say("Done.")]));
  const agent = agentOf(server, { tools: [tool("key")] });
  const begin = async () => send(member, await openSession(member, agent), "Go.");
  proxy.cutOneIn(15);
  const runs = await Promise.all(Array.from({ length: 6 }, begin));
  for (const runId of runs) {
    const { last, of } = await readRun(runId);
    expect(last).toMatchObject({ type: "run.succeeded" });
    expect(of("tool.returned").map(({ result }) => result)).toEqual([1, 2, 3, 4].map((turn) => `${runId}:${turn}.0`));
  }
  proxy.cutOneIn(Number.POSITIVE_INFINITY);
  expect(proxy.cuts).toBeGreaterThan(0);
  expect(server.requests).toHaveLength(runs.length * 5);
});

test("a run goes on when the database's disk was full for a while", { timeout: 120_000 }, async () => {
  server.play([[call("key")], [say("Done.")]]);
  await db().$executeRaw`CREATE SEQUENCE full_disk`;
  await db().$executeRawUnsafe(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.type = 'model.responded' AND nextval('full_disk') <= 4 THEN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
    END IF;
    RETURN NEW;
  END $$`);
  await db().$executeRaw`CREATE TRIGGER refuse BEFORE INSERT ON "Event" FOR EACH ROW EXECUTE FUNCTION refuse()`;
  const sessionId = await openSession(member, agentOf(server, { tools: [tool("key")] }));
  const { last, of } = await readRun(await send(member, sessionId, "Go."));
  await db().$executeRaw`DROP TRIGGER refuse ON "Event"`;
  expect(last).toMatchObject({ type: "run.succeeded" });
  expect(of("tool.returned")).toHaveLength(1);
  expect(server.requests).toHaveLength(2);
});
