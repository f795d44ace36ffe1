import { beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "#lib/db/client.ts";
import { Recorder } from "#lib/runs/recorder.ts";
import { TERMINAL } from "#lib/runs/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { createRun, line, numbersOf, query, readToEnd, succeeded, textsOf, upTo } from "./fixture.ts";

const HERE = "srv_here";
let member: { id: string; teamId: string };
withDatabase();
beforeAll(async () => {
  member = await createTeam("Recorders");
});

async function newRecorder(): Promise<Recorder> {
  return new Recorder(await createRun(member, HERE), { serverId: HERE, fence: 0 });
}

describe("a recorder", () => {
  it("keeps the order of what it is given, whatever the writes in between", async () => {
    const recorder = await newRecorder();
    const texts: string[] = [];
    for (let round = 0; round < 30; round++) {
      for (let index = 0; index < 100; index++) texts.push(`${round} ${index}`);
      for (const text of texts.slice(-100)) recorder.write(line(text));
      await db().$queryRaw`SELECT 1`;
    }
    await recorder.settle(succeeded.event, succeeded.ending);
    const events = await readToEnd(recorder.runId);
    expect(textsOf(events)).toEqual(texts);
    expect(numbersOf(events)).toEqual(upTo(3_001));
  });

  it("writes a burst at once", async () => {
    const recorder = await newRecorder();
    for (let index = 0; index < 1_000; index++) recorder.write(line(String(index)));
    await recorder.settle(succeeded.event, succeeded.ending);
    const [writes] = await query('select count(distinct xmin::text)::int as n from "Event" where "runId" = $1', [
      recorder.runId,
    ]);
    expect(writes).toEqual({ n: 1 });
  });

  it("ends the run with its terminal event, however many writes still wait", async () => {
    const recorder = await newRecorder();
    let settled = Promise.resolve();
    await db().$transaction(async (holder) => {
      await holder.$queryRaw`SELECT id FROM "Run" WHERE id = ${recorder.runId} FOR UPDATE`;
      recorder.write(line("first"));
      await expect.poll(countWaiting).toBe(1);
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      recorder.write(line("second"));
      vi.runAllTimers();
      vi.useRealTimers();
      settled = recorder.settle(succeeded.event, succeeded.ending);
    });
    await settled;
    expect(await db().run.findUniqueOrThrow({ where: { id: recorder.runId } })).toMatchObject({ status: "succeeded" });
    expect(textsOf(await readToEnd(recorder.runId))).toEqual(["first", "second"]);
  });

  it.each([
    ["U+0000", "a\0b"],
    ["lone surrogates", "\ud83d | \ude00 | \ud83d"],
    ["every control character", String.fromCharCode(...Array.from({ length: 160 }, (_, code) => code))],
    ["what JSON and SQL escape", "\"'\\ \u2028\u2029 \\u0000 $1 %s {} []"],
    ["1 MiB of emoji", "😀".repeat(1 << 18)],
    ["1 MiB of U+0000", "\0".repeat(1 << 20)],
  ])("keeps %s", async (_, text) => {
    const recorder = await newRecorder();
    recorder.write(line(text));
    await recorder.settle(succeeded.event, succeeded.ending);
    expect(textsOf(await readToEnd(recorder.runId))[0] === text).toBe(true);
  });

  it("ends a run once, whoever else wants to end it", async () => {
    const recorder = await newRecorder();
    recorder.write(line("begun"));
    const other = new Recorder(recorder.runId, { serverId: HERE, fence: 0 }, 1);
    const failed = { status: "failed", outcome: "no", runMs: null } as const;
    const endings = await Promise.allSettled([
      recorder.settle(succeeded.event, succeeded.ending),
      other.settle({ type: "run.failed", code: "internal", message: "no" }, failed),
      new Recorder(recorder.runId, { serverId: HERE, fence: 0 }, 2).settle(
        { type: "run.cancelled", message: "no" },
        failed,
      ),
    ]);
    expect(endings.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const events = await db().event.findMany({ where: { runId: recorder.runId } });
    const terminal = events.filter(({ type }) => TERMINAL.has(type as "run.failed"));
    const run = await db().run.findUniqueOrThrow({ where: { id: recorder.runId } });
    expect(terminal.map(({ type }) => type)).toEqual([`run.${run.status}`]);
  });

  it("tells the row with the terminal event: status, outcome, time, and when", async () => {
    const recorder = await newRecorder();
    const ending = { status: "failed", outcome: "It broke.", runMs: 12.5 } as const;
    const before = new Date();
    await recorder.settle({ type: "run.failed", code: "tool_failed", message: "It broke." }, ending);
    const run = await db().run.findUniqueOrThrow({ where: { id: recorder.runId } });
    expect(run).toMatchObject(ending);
    expect(run.finishedAt?.getTime()).toBeGreaterThanOrEqual(run.startedAt.getTime() - 1);
    expect(run.finishedAt?.getTime()).toBeLessThan(before.getTime() + 3_600_000);
  });
});

describe("fencing", () => {
  it("refuses the writes of a server that lost the run, and tells it", async () => {
    const recorder = await newRecorder();
    recorder.write(line("mine"));
    await expect.poll(() => db().event.count({ where: { runId: recorder.runId } })).toBe(1);
    await db().run.update({ where: { id: recorder.runId }, data: { serverId: "srv_other" } });
    const lost = new Promise((resolve) => recorder.lost.signal.addEventListener("abort", resolve));
    recorder.write(line("too late"));
    await lost;
    expect(recorder.lost.signal.reason).toMatchObject({ code: "conflict" });
    await new Recorder(recorder.runId, { serverId: "srv_other", fence: 0 }, 1).settle(
      succeeded.event,
      succeeded.ending,
    );
    await recorder.settle({ type: "run.cancelled", message: "" }, { status: "cancelled", outcome: null, runMs: 1 });
    expect(await readToEnd(recorder.runId)).toMatchObject([{ text: "mine" }, { type: "run.succeeded" }]);
    expect(await db().run.findUniqueOrThrow({ where: { id: recorder.runId } })).toMatchObject({ status: "succeeded" });
  });

  it("refuses the end too, when that is the first that the loser writes", async () => {
    const recorder = await newRecorder();
    await db().run.update({ where: { id: recorder.runId }, data: { serverId: "srv_other" } });
    await expect(recorder.settle(succeeded.event, succeeded.ending)).rejects.toMatchObject({ code: "conflict" });
    expect(await db().event.count({ where: { runId: recorder.runId } })).toBe(0);
  });

  it("refuses everything after the end", async () => {
    const recorder = await newRecorder();
    await recorder.settle(succeeded.event, succeeded.ending);
    recorder.write(line("afterthought"));
    await expect.poll(() => recorder.lost.signal.aborted).toBe(true);
    expect(await db().event.count({ where: { runId: recorder.runId } })).toBe(1);
  });
});

/** How many statements wait for a lock of another transaction. */
async function countWaiting(): Promise<number> {
  const rows = await query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
