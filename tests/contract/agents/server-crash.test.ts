import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#lib/db/client.ts";
import { disconnect, listen } from "#lib/db/notify.ts";
import { EVENTS_CHANNEL } from "#lib/runs/wake.ts";
import { type Caller, signUpOwner } from "#tests/support/owner.ts";
import { withStudio } from "#tests/support/studio.ts";
import { CrashScene, type Way } from "./crash-scene.ts";

const KILLS = 6;
const SESSIONS = 6;
/** So many events of any kind at most lie between one kill and the next. */
const LONGEST_PEACE = 40;

let scene: CrashScene;
let way: Way;
let kills = 0;
let peace = Number.POSITIVE_INFINITY;
let standing: Promise<void> = Promise.resolve();
const studio = withStudio();

beforeAll(async () => {
  const call = await signUpOwner(studio);
  const { id, teamId } = await db().member.findFirstOrThrow();
  way = wayThrough(call);
  scene = new CrashScene({ id, teamId }, happened);
  listen(EVENTS_CHANNEL, happened);
  await scene.prepare();
});
afterAll(async () => {
  await scene.close();
  await disconnect();
});

/** Kills the server at a random moment, and starts it again. */
function happened(): void {
  peace -= 1;
  if (peace > 0 || kills >= KILLS) return;
  kills += 1;
  peace = Number.POSITIVE_INFINITY;
  standing = studio.restart().then(() => {
    peace = 1 + Math.floor(Math.random() * LONGEST_PEACE);
  });
}

/** The routes, as a page uses them: what was not answered is sent again. */
function wayThrough(call: Caller): Way {
  const post = async (path: string, body: object): Promise<Response> => {
    const headers = { "content-type": "application/json" };
    for (;;) {
      await standing;
      const answer = await call(path, { method: "POST", body: JSON.stringify(body), headers }).catch(() => null);
      if (answer) return answer;
    }
  };
  return {
    async start(agentId, message) {
      const answer = await post("/api/sessions", { agentId, message });
      return ((await answer.json()) as { sessionId: string }).sessionId;
    },
    async send(sessionId, message) {
      await post(`/api/sessions/${sessionId}/messages`, { message, mode: "queue" });
    },
    async open(sessionId, cursor) {
      await standing;
      return call(`/api/sessions/${sessionId}/events`, { headers: { "last-event-id": cursor } });
    },
  };
}

test(`${KILLS} kills of the studio's server lose nothing, and a page that comes back with its cursor shows what the log says`, {
  timeout: 300_000,
}, async () => {
  const proofs = await Promise.all(Array.from({ length: SESSIONS }, (_, number) => scene.begin(number, way)));
  peace = 1;
  await Promise.all(proofs.map((prove) => prove()));
  for (let number = SESSIONS; kills < KILLS; number++) await (await scene.begin(number, way))();
  await standing;
  expect(scene.complaints).toEqual([]);
});
