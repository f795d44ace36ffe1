import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#lib/db/client.ts";
import { ensureDatabase, releaseDatabase } from "#lib/db/embedded.ts";
import { follow } from "#lib/runs/log.ts";
import { Recorder } from "#lib/runs/recorder.ts";
import { type Event, TERMINAL } from "#lib/runs/schema.ts";
import { createTeam } from "#tests/support/team.ts";
import { createRun, line, numbersOf, succeeded, textsOf, upTo } from "./fixture.ts";

const data = mkdtempSync("/tmp/toolroom-data-");

beforeAll(async () => {
  chmodSync(data, 0o711);
  process.env.TOOLROOM_DATA = data;
  delete process.env.DATABASE_URL;
  await ensureDatabase();
});
afterAll(async () => {
  await db().$disconnect();
  await releaseDatabase();
  rmSync(data, { recursive: true });
});

test("a run outlives a crash of the database, and nothing of its log is lost or doubled", async () => {
  const recorder = new Recorder(await createRun(await createTeam("Restart"), "srv_here"), {
    serverId: "srv_here",
    fence: 0,
  });
  const following = followThrough(recorder.runId);
  const texts: string[] = [];
  const say = () => {
    texts.push(String(texts.length));
    recorder.write(line(texts.at(-1) ?? ""));
  };
  for (let index = 0; index < 50; index++) say();
  await expect.poll(() => db().event.count({ where: { runId: recorder.runId } })).toBe(50);
  process.kill(databasePid(), "SIGKILL");
  for (let isUp = false; !isUp; isUp = await answers()) say();
  for (let index = 0; index < 50; index++) say();
  await recorder.settle(succeeded.event, succeeded.ending);
  const events = await following;
  expect(textsOf(events)).toEqual(texts);
  expect(numbersOf(events)).toEqual(upTo(texts.length + 1));
});

/** Follows a run as a browser does: when the connection breaks, again from the last event. */
async function followThrough(runId: string): Promise<Event[]> {
  const events: Event[] = [];
  while (!TERMINAL.has(events.at(-1)?.type ?? "run.started")) {
    try {
      for await (const page of follow(runId, events.at(-1)?.seq ?? 0, new AbortController().signal))
        events.push(...page);
    } catch {
      await answers();
    }
  }
  return events;
}

async function answers(): Promise<boolean> {
  return db().$queryRaw`SELECT 1`.then(
    () => true,
    () => false,
  );
}

function databasePid(): number {
  return Number.parseInt(readFileSync(path.join(data, "postgres/cluster/postmaster.pid"), "utf8"), 10);
}
