import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { holdSession, openRun, prepareBeginning } from "#lib/agents/begin.ts";
import { createId } from "#lib/core/ids.ts";
import { db } from "#lib/db/client.ts";
import { announceRun } from "#lib/runs/agent-run.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { Child } from "./child.ts";
import { agentOf, call, fileOf, type Member, openSession, readRun, say, send, withTools } from "./fixture.ts";
import { readSessionLog } from "./session-log.ts";

const RUNS = 12;
let member: Member;
const workers: Child[] = [];
withDatabase();
const tool = withTools();
const server = withModelServer({ checks: "rules" });
beforeAll(async () => {
  // This process is a server that only answers browsers.
  process.env.TOOLROOM_ROLE = "web";
  member = await createTeam("Fence");
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
});

function startWorker(): Child {
  const worker = new Child("hold-worker.ts");
  workers.push(worker);
  return worker;
}

async function sayHello(): Promise<string> {
  return send(member, await openSession(member, agentOf(server)), "Hello.");
}

test("a run that several workers hear of is taken by one", async () => {
  server.play(() => [say("Hello.")]);
  await Promise.all([startWorker(), startWorker(), startWorker()].map((worker) => worker.line()));
  const runs = await Promise.all(Array.from({ length: RUNS }, sayHello));
  for (const run of runs) expect((await readRun(run)).last).toMatchObject({ type: "run.succeeded" });
  expect(await db().run.count({ where: { id: { in: runs }, fence: 1 } })).toBe(RUNS);
  expect(server.requests).toHaveLength(RUNS);
});

test("a run that a dead server left is gone on with by one of several workers that look at once", async () => {
  server.play(() => [say("Hello.")]);
  const dead = createId("server");
  await db().server.create({ data: { id: dead, host: "elsewhere", pid: 1, heartbeatAt: new Date(0) } });
  const runs = await Promise.all(Array.from({ length: RUNS }, sayHello));
  await db().run.updateMany({ where: { id: { in: runs } }, data: { status: "running", serverId: dead, fence: 1 } });
  for (const worker of [startWorker(), startWorker(), startWorker()]) expect(await worker.line()).toBe("ready");
  for (const run of runs) expect((await readRun(run)).last).toMatchObject({ type: "run.succeeded" });
  expect(await db().run.count({ where: { id: { in: runs }, fence: 2 } })).toBe(RUNS);
  expect(server.requests).toHaveLength(RUNS);
});

test("a worker that stood still beyond its lease can write nothing more to the run that another has taken", async () => {
  server.play([[call("hold", { name: "x" })], [say("It went on.")], [say("And again.")]]);
  const slow = startWorker();
  await slow.line();
  const sessionId = await openSession(member, agentOf(server, { tools: [tool("hold")] }));
  const runId = await send(member, sessionId, "Hold on.");
  const held = fileOf(member, sessionId, "held-x");
  await vi.waitUntil(() => existsSync(held), { timeout: 30_000 });
  slow.signal("SIGSTOP");
  const { serverId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  await db().server.update({ where: { id: serverId }, data: { heartbeatAt: new Date(0) } });
  const other = startWorker();
  await other.line();
  const keys = () => readFileSync(held, "utf8").split("\n").filter(Boolean);
  await vi.waitUntil(() => keys().length === 2, { timeout: 30_000 });
  expect(new Set(keys())).toEqual(new Set([`${runId}:1.0`]));
  // Both tools end now; only the second one's worker is awake.
  writeFileSync(fileOf(member, sessionId, "go-x"), "");
  expect((await readRun(runId)).last).toMatchObject({ type: "run.succeeded" });
  const log = await readSessionLog(sessionId);
  slow.signal("SIGCONT");
  await other.kill();
  // It lives, has read what its tool said, and does other work.
  const next = await send(member, await openSession(member, agentOf(server)), "Are you there?");
  expect((await readRun(next)).last).toMatchObject({ type: "run.succeeded" });
  expect(await db().run.findUniqueOrThrow({ where: { id: next } })).toMatchObject({ serverId });
  expect(await readSessionLog(sessionId)).toEqual(log);
  expect(log.filter(({ event }) => event.type === "tool.returned")).toHaveLength(1);
  expect(server.requests).toHaveLength(3);
});

test("a run that is taken while its earlier holder's last write is still on its way goes on after that write", async () => {
  server.play([[say("After it.")]]);
  const runId = await sayHello();
  const dead = createId("server");
  await db().server.create({ data: { id: dead, host: "elsewhere", pid: 1, heartbeatAt: new Date(0) } });
  await db().run.update({ where: { id: runId }, data: { status: "running", serverId: dead, fence: 1 } });
  await db().$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT FROM "Run" WHERE id = ${runId} FOR SHARE`;
      const body = { type: "environment.log", text: "late" };
      await tx.event.create({ data: { runId, seq: 3, type: body.type, body: JSON.stringify(body) } });
      startWorker();
      await vi.waitUntil(isSomebodyWaiting, { timeout: 30_000 });
    },
    { timeout: 40_000 },
  );
  const { events } = await readRun(runId);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(events.slice(2, 4)).toMatchObject([{ text: "late" }, { type: "model.started" }]);
  expect(events.at(-1)).toMatchObject({ type: "run.succeeded" });
});

test("a run is not stopped because its server looked for lost ones while it was being taken", async () => {
  server.play([[call("hold", { name: "x" })], [say("Now.")], [say("Held.")]]);
  const worker = startWorker();
  expect(await worker.line()).toBe("ready");
  const busy = await openSession(member, agentOf(server, { tools: [tool("hold")] }));
  const held = await send(member, busy, "Hold on.");
  await vi.waitUntil(() => existsSync(fileOf(member, busy, "held-x")), { timeout: 30_000 });
  const runId = await openSlowly(await openSession(member, agentOf(server)));
  expect((await readRun(runId)).last).toMatchObject({ type: "run.succeeded" });
  writeFileSync(fileOf(member, busy, "go-x"), "");
  expect((await readRun(held)).last).toMatchObject({ type: "run.succeeded" });
});

/** Makes a run whose taking waits for the database until its worker has looked for runs that it lost. */
async function openSlowly(sessionId: string): Promise<string> {
  const beginning = await prepareBeginning(sessionId);
  const body = JSON.stringify({ text: "Now?", files: [] });
  const opening = { startedBy: member.id, message: { id: createId("message"), body, createdBy: member.id }, beginning };
  let looked: Promise<void> = Promise.resolve();
  const runId = await db().$transaction(async (tx) => {
    const session = await holdSession(tx, { sessionId });
    if (!session) throw new Error("There is no such session.");
    const id = await openRun(tx, session, opening);
    // In line before the worker, which hears of the run only then.
    looked = db().$transaction(
      async (other) => {
        await other.$executeRaw`LOCK TABLE "Run" IN SHARE MODE`;
        await announceRun(id);
        await vi.waitUntil(hasLookedSince, { timeout: 30_000 });
      },
      { timeout: 40_000 },
    );
    await vi.waitUntil(isSomebodyWaiting, { timeout: 30_000 });
    return id;
  });
  await looked;
  return runId;
}

/** Whether somebody waits to take a run, and a server has since asked which of its runs it should stop. */
async function hasLookedSince(): Promise<boolean> {
  const looks = await db().$queryRaw<unknown[]>`
    SELECT FROM pg_stat_activity AS taking JOIN pg_stat_activity AS look ON look.query_start > taking.query_start
    WHERE taking.wait_event_type = 'Lock' AND taking.query LIKE '%UPDATE "Run"%' AND taking.datname = current_database()
      AND look.query LIKE 'SELECT%"cancelRequested" = %' AND look.state = 'idle' AND look.datname = current_database()`;
  return looks.length > 0;
}

async function isSomebodyWaiting(): Promise<boolean> {
  const waiting = await db().$queryRaw<unknown[]>`
    SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  return waiting.length > 0;
}
