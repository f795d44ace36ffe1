import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { db } from "#lib/db/client.ts";
import { notify } from "#lib/db/notify.ts";
import { follow } from "#lib/runs/log.ts";
import { Recorder } from "#lib/runs/recorder.ts";
import type { Event } from "#lib/runs/schema.ts";
import { EVENTS_CHANNEL } from "#lib/runs/wake.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { countListeners, createRun, cutListeners, line, numbersOf, readToEnd, succeeded, upTo } from "./fixture.ts";

const HERE = "srv_here";
let member: { id: string; teamId: string };
withDatabase();
beforeAll(async () => {
  member = await createTeam("Followers");
});

async function newRecorder(): Promise<Recorder> {
  return new Recorder(await createRun(member, HERE), { serverId: HERE, fence: 0 });
}

/** Writes an event as another process does, which shares no memory with the follower. */
async function writeElsewhere(runId: string, seq: number): Promise<void> {
  await db().event.create({ data: { runId, seq, type: "environment.log", body: JSON.stringify(line(`${seq}`)) } });
}

describe("following", () => {
  it("goes on after any cursor with no gap and nothing twice, over the end of a page too", async () => {
    const recorder = await newRecorder();
    for (let index = 0; index < 1_200; index++) recorder.write(line(String(index)));
    await recorder.settle(succeeded.event, succeeded.ending);
    for (const cursor of [0, 1, 499, 500, 501, 999, 1_000, 1_199, 1_200]) {
      expect(numbersOf(await readToEnd(recorder.runId, cursor))).toEqual(upTo(1_201).slice(cursor));
    }
  });

  it("ends at once after the last event of a run that is over, and for a run that is gone", async () => {
    const recorder = await newRecorder();
    await recorder.settle(succeeded.event, succeeded.ending);
    expect(await readToEnd(recorder.runId, 1)).toEqual([]);
    expect(await readToEnd(recorder.runId, 1_000)).toEqual([]);
    expect(await readToEnd("run_gone")).toEqual([]);
  });

  it("gives each of many followers the whole, while it is written", async () => {
    const recorder = await newRecorder();
    const followers = Array.from({ length: 20 }, () => readToEnd(recorder.runId));
    const breaking = Array.from({ length: 10 }, (_, index) => followInPieces(recorder.runId, index + 1));
    for (let index = 0; index < 700; index++) {
      recorder.write(line(String(index)));
      if (index % 7 === 0) await db().$queryRaw`SELECT 1`;
    }
    await recorder.settle(succeeded.event, succeeded.ending);
    for (const events of await Promise.all([...followers, ...breaking])) expect(numbersOf(events)).toEqual(upTo(701));
  });

  it("stops when it is told to, in the middle of its waiting", async () => {
    const recorder = await newRecorder();
    const stop = new AbortController();
    const pages = follow(recorder.runId, 0, stop.signal);
    const waiting = pages.next();
    stop.abort();
    await waiting;
    expect((await pages.next()).done).toBe(true);
  });
});

describe("a follower that waits", () => {
  it("is woken by the notification alone", async () => {
    const runId = await createRun(member, HERE);
    const pages = await untilItListens(runId);
    vi.useFakeTimers({ toFake: ["setTimeout"] }); // so that it never looks by itself
    onTestFinished(() => void vi.useRealTimers());
    const page = pages.next();
    await writeElsewhere(runId, 1);
    await notify(EVENTS_CHANNEL, runId);
    expect(numbersOf((await page).value ?? [])).toEqual([1]);
    await pages.return([]);
  });

  it("is not woken by another run's", async () => {
    const runId = await createRun(member, HERE);
    const pages = await untilItListens(runId);
    const page = pages.next();
    await notify(EVENTS_CHANNEL, "run_other");
    expect((await page).value).toEqual([]);
    await pages.return([]);
  });

  it("looks by itself while its connection for wake-ups is cut, and is woken again afterwards", async () => {
    const runId = await createRun(member, HERE);
    const pages = await untilItListens(runId);
    const events = nextEvents(pages);
    await cutListeners();
    await writeElsewhere(runId, 1); // nobody is told
    expect(numbersOf(await events)).toEqual([1]);
    await vi.waitUntil(async () => (await countListeners(EVENTS_CHANNEL)) > 0, { timeout: 10_000 });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const more = pages.next();
    await writeElsewhere(runId, 2);
    await notify(EVENTS_CHANNEL, runId);
    expect(numbersOf((await more).value ?? [])).toEqual([2]);
    await pages.return([]);
  });
});

/** Follows a run with a new connection after every so many pages, each from where the last one ended. */
async function followInPieces(runId: string, pagesEach: number): Promise<Event[]> {
  const events: Event[] = [];
  while (events.at(-1)?.type !== "run.succeeded") {
    const stop = new AbortController();
    let left = pagesEach;
    for await (const page of follow(runId, events.at(-1)?.seq ?? 0, stop.signal)) {
      events.push(...page);
      left -= 1;
      if (left === 0) stop.abort();
    }
  }
  return events;
}

async function untilItListens(runId: string): Promise<AsyncGenerator<Event[]>> {
  const pages = follow(runId, 0, new AbortController().signal);
  expect((await pages.next()).value).toEqual([]);
  await vi.waitUntil(async () => (await countListeners(EVENTS_CHANNEL)) > 0, { timeout: 10_000 });
  return pages;
}

async function nextEvents(pages: AsyncGenerator<Event[]>): Promise<Event[]> {
  for await (const page of { [Symbol.asyncIterator]: () => ({ next: () => pages.next() }) })
    if (page.length > 0) return page;
  return [];
}
