import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionStream } from "#lib/agents/stream.ts";
import { sendMessage, startSession } from "#lib/agents/talk.ts";
import { db } from "#lib/db/client.ts";
import { disconnect, listen } from "#lib/db/notify.ts";
import { EVENTS_CHANNEL } from "#lib/runs/wake.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { CrashScene, type Way } from "./crash-scene.ts";
import { Fleet } from "./fleet.ts";

/** A kill takes about a second: `npm test` says how many it has time for, and `npm run crash -- --kills N` as many as asked for. */
const KILLS = Number(process.env.CRASH_KILLS ?? 50);
const WORKERS = 3;
const SESSIONS_AT_ONCE = 6;

let scene: CrashScene;
let fleet: Fleet;
let way: Way;
withDatabase();

beforeAll(async () => {
  // This process is a server that only answers browsers.
  process.env.TOOLROOM_ROLE = "web";
  const member = await createTeam("Crash");
  way = {
    start: async (agentId, message) => (await startSession(member, { agentId, message })).sessionId,
    async send(sessionId, message) {
      await sendMessage(member, sessionId, { message, mode: "queue" });
    },
    open(sessionId, cursor) {
      const [position = 0, seq = 0] = cursor.split(".").map(Number);
      return sessionStream(member, sessionId, { position, seq });
    },
  };
  scene = new CrashScene(member, () => fleet.happened());
  fleet = new Fleet({ workers: WORKERS, most: KILLS });
  listen(EVENTS_CHANNEL, () => fleet.happened());
  await scene.prepare();
});
afterAll(async () => {
  await fleet.close();
  await scene.close();
  await disconnect();
});

test(`${KILLS} kills of workers lose nothing, run no finished tool again and ask for no answer twice`, {
  timeout: 60_000 + KILLS * 8_000,
}, async () => {
  let sessions = 0;
  const people = Array.from({ length: SESSIONS_AT_ONCE }, async () => {
    do {
      const prove = await scene.begin(sessions++, way);
      await prove();
    } while (fleet.kills < KILLS);
  });
  await Promise.all(people);
  expect(scene.complaints).toEqual([]);
  expect(fleet.kills).toBe(KILLS);
  const { _sum: sum, _count: runs } = await db().run.aggregate({ _sum: { fence: true }, _count: true });
  console.log(`${sessions} sessions, ${runs} runs taken ${sum.fence} times, ${scene.asked.length} requests`);
});
