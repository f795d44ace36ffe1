import { hostname } from "node:os";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#lib/db/client.ts";
import { Recorder } from "#lib/runs/recorder.ts";
import { startRun } from "#lib/runs/run.ts";
import { listDeadServers, serverId } from "#lib/runs/server.ts";
import { recoverRuns } from "#lib/runs/supervise.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { createRun, line, numbersOf, query, readToEnd, succeeded, upTo } from "./fixture.ts";

const SENTENCE = "The server stopped while this ran; run it again.";
const TERMINAL = ["run.succeeded", "run.failed", "run.cancelled"];
const WAITING_FOR_A_LOCK =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
let member: { id: string; teamId: string };
withDatabase();
beforeAll(async () => {
  member = await createTeam("Recovery");
});

/** The row of a server that beat last so many seconds ago; `elsewhere` is another machine. */
async function createServer(id: string, { host = "elsewhere", pid = 1, secondsAgo = 0 } = {}): Promise<string> {
  await db().server.create({ data: { id, host, pid } });
  await db().$executeRaw`
    UPDATE "Server" SET "heartbeatAt" = now() - make_interval(secs => ${secondsAgo}) WHERE id = ${id}`;
  return id;
}

describe("a server counts as dead", () => {
  it("without a heartbeat for as long as its lease, or without a process of its number on this machine", async () => {
    await createServer("srv_beating", { secondsAgo: 10 });
    await createServer("srv_silent", { secondsAgo: 60 });
    await createServer("srv_gone", { host: hostname(), pid: 2 ** 22 + 1 });
    await createServer("srv_numbered_like_this_one", { host: hostname(), pid: process.pid });
    await createServer("srv_beside", { host: hostname(), pid: process.ppid });
    expect((await listDeadServers()).sort()).toEqual(["srv_gone", "srv_numbered_like_this_one", "srv_silent"]);
    await db().server.deleteMany({ where: { id: { not: await serverId() } } });
  });
});

describe("recovering", () => {
  it("ends what a dead server left, after its last event, and says so once", async () => {
    const dead = await createServer("srv_dead", { secondsAgo: 60 });
    const recorder = new Recorder(await createRun(member, dead), { serverId: dead, fence: 0 });
    for (const text of ["one", "two"]) recorder.write(line(text));
    await expect.poll(() => db().event.count({ where: { runId: recorder.runId } })).toBe(2);
    const silent = await createRun(member, dead);
    expect(await recoverRuns(null)).toBe(2);
    expect(await recoverRuns(null)).toBe(0);
    expect(await readToEnd(recorder.runId)).toMatchObject([
      { seq: 1, text: "one" },
      { seq: 2, text: "two" },
      { seq: 3, type: "run.failed", code: "internal", message: SENTENCE },
    ]);
    expect(await readToEnd(silent)).toMatchObject([{ seq: 1, type: "run.failed", message: SENTENCE }]);
    const row = await db().run.findUniqueOrThrow({ where: { id: silent } });
    expect(row).toMatchObject({ status: "failed", outcome: SENTENCE, finishedAt: expect.any(Date) });
  });

  it("leaves the runs of a live server alone, and those that are over", async () => {
    const live = await createServer("srv_live");
    const dead = await createServer("srv_dead_too", { secondsAgo: 60 });
    const running = await createRun(member, live);
    const over = new Recorder(await createRun(member, dead), { serverId: dead, fence: 0 });
    await over.settle(succeeded.event, succeeded.ending);
    expect(await recoverRuns(null)).toBe(0);
    expect(await db().run.findUniqueOrThrow({ where: { id: running } })).toMatchObject({ status: "running" });
    expect(await readToEnd(over.runId)).toMatchObject([{ type: "run.succeeded" }]);
  });

  it("ends a run of this very server that nobody here performs", async () => {
    const orphan = await createRun(member, await serverId());
    expect(await recoverRuns(null)).toBe(1);
    expect(await readToEnd(orphan)).toMatchObject([{ type: "run.failed", message: SENTENCE }]);
  });

  it("never ends a run that has just begun here", async () => {
    const subject = { toolName: "made", versionNumber: 1, configurationId: null, toolParameters: "{}" };
    const tool = await db().tool.create({ data: { id: "tool_x", teamId: member.teamId, name: "x" } });
    const version = { id: "tv_x", toolId: tool.id, number: 1, contentHash: "", language: "python", description: "" };
    await db().toolVersion.create({ data: { ...version, contract: "{}" } });
    const run = () =>
      startRun(member, { ...subject, toolId: tool.id, toolVersionId: version.id }, async (recorder) => {
        recorder.write(line("begun"));
        return succeeded;
      });
    const started: string[] = [];
    for (let round = 0; round < 25; round++) {
      const rounds = await Promise.all([run(), recoverRuns(null), run(), recoverRuns(null), run()]);
      started.push(...rounds.filter((each) => typeof each === "string"));
    }
    for (const id of started) expect((await readToEnd(id)).at(-1)).toMatchObject({ type: "run.succeeded" });
  });

  it("ends each run once, however many servers look at once", async () => {
    const dead = await createServer("srv_dead_thrice", { secondsAgo: 60 });
    const runs = await Promise.all(Array.from({ length: 20 }, () => createRun(member, dead)));
    const counts = await Promise.all([recoverRuns(null), recoverRuns(null), recoverRuns(null)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    for (const id of runs) expect(await readToEnd(id)).toMatchObject([{ seq: 1, type: "run.failed" }]);
  });

  it("keeps the log whole when the server that was given up is just writing", async () => {
    const slow = await createServer("srv_just_writing", { secondsAgo: 60 });
    const runId = await createRun(member, slow);
    const writer = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await writer.connect();
    await writer.query("begin");
    await writer.query('select id from "Run" where id = $1 for share', [runId]);
    const recovering = recoverRuns(null);
    await expect.poll(() => query(WAITING_FOR_A_LOCK)).toHaveLength(1);
    const body = JSON.stringify(line("just written"));
    await writer.query('insert into "Event" ("runId", seq, type, body) values ($1, 1, $2, $3)', [runId, "x", body]);
    await writer.query("commit");
    await writer.end();
    expect(await recovering).toBe(1);
    expect(await readToEnd(runId)).toMatchObject([{ text: "just written" }, { seq: 2, type: "run.failed" }]);
  });

  it("keeps the log whole when the server that was given up writes on", async () => {
    const slow = await createServer("srv_slow", { secondsAgo: 60 });
    const recorders = await Promise.all(
      Array.from({ length: 10 }, async () => new Recorder(await createRun(member, slow), { serverId: slow, fence: 0 })),
    );
    const writing = recorders.map(async (recorder) => {
      for (let index = 0; !recorder.lost.signal.aborted; index++) {
        recorder.write(line(String(index)));
        await db().$queryRaw`SELECT 1`;
      }
      return recorder.settle(succeeded.event, succeeded.ending);
    });
    expect(await recoverRuns(null)).toBe(10);
    await Promise.allSettled(writing);
    for (const { runId } of recorders) {
      const rows = await db().event.findMany({ where: { runId }, orderBy: { seq: "asc" } });
      expect(rows.filter(({ type }) => TERMINAL.includes(type)).map(({ seq }) => seq)).toEqual([rows.length]);
      expect(numbersOf(await readToEnd(runId))).toEqual(upTo(rows.length));
    }
  });
});
