import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { SessionFrame } from "#lib/agents/schema.ts";
import { renameSession } from "#lib/agents/sessions.ts";
import { readSessionCursor, sessionStream } from "#lib/agents/stream.ts";
import { sendMessage } from "#lib/agents/talk.ts";
import { db } from "#lib/db/client.ts";
import { cancelRun } from "#lib/runs/run.ts";
import type { Event } from "#lib/runs/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import {
  agentOf,
  converse,
  type Member,
  message,
  openSession,
  readRun,
  say,
  send,
  untilEvent,
  withRuns,
} from "./fixture.ts";

withDatabase();
withRuns();
const server = withModelServer();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Streams");
});

type Told = SessionFrame & { id: string | null };

/** Follows a session as a browser does; the list grows while it is followed. */
async function follow(sessionId: string, cursor = "0.0"): Promise<Told[]> {
  const request = new Request("http://localhost/", { headers: { "last-event-id": cursor } });
  const response = await sessionStream(member, sessionId, readSessionCursor(request));
  const told: Told[] = [];
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  onTestFinished(() => reader?.cancel());
  void (async () => {
    let rest = "";
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      const frames = (rest + next.value).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(frame)?.[1];
        const data = field("data");
        if (data) told.push({ ...(JSON.parse(data) as SessionFrame), id: field("id") ?? null });
      }
    }
  })();
  return told;
}

const events = (told: readonly Told[]): Event[] => told.flatMap((frame) => (frame.type === "log" ? [frame.event] : []));
const saidIn = (told: readonly Told[]) =>
  events(told).reduce((text, event) => {
    if (event.type === "text.delta") return text + event.text;
    return event.type === "model.started" || event.type === "model.responded" ? "" : text;
  }, "");

test("two who follow from different moments see the same, without a gap and without anything twice", async () => {
  server.play([{ output: [say("one two three four five six")], pace: "steps", chunk: 4 }, [say("second")]]);
  const sessionId = await openSession(member, agentOf(server));
  const early = await follow(sessionId);
  await send(member, sessionId, "first");
  await server.held();
  server.step(3);
  await vi.waitUntil(() => saidIn(early).length >= 8, { timeout: 20_000 });
  const late = await follow(sessionId);
  await vi.waitUntil(() => saidIn(late) === saidIn(early) && saidIn(late) !== "", { timeout: 20_000 });
  server.step(100);
  const isOver = (told: Told[], runs: number) =>
    events(told).filter(({ type }) => type === "run.succeeded").length === runs;
  await vi.waitUntil(() => isOver(early, 1) && isOver(late, 1), { timeout: 20_000 });
  await sendMessage(member, sessionId, { message: message("second"), mode: "queue" });
  await vi.waitUntil(() => isOver(early, 2) && isOver(late, 2), { timeout: 20_000 });
  for (const told of [early, late]) {
    const ids = told.flatMap(({ id }) => (id === null ? [] : [id]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(told[0]?.type).toBe("state");
    const order = ids.map((id) => id.split(".").map(Number) as [number, number]);
    expect(order).toEqual(order.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]));
  }
  const lasting = (told: Told[]) => events(told).filter(({ type }) => !type.endsWith(".delta"));
  expect(lasting(late)).toEqual(lasting(early));
});

test("from a cursor there is only what came after it, in the same run and in the next", async () => {
  server.play([[say("one")], [say("two")]]);
  const { sessionId, events: first } = await converse(member, agentOf(server));
  const next = await readRun(await send(member, sessionId, "more"));
  const [begun] = first;
  const told = await follow(sessionId, `1.${begun?.seq}`);
  await vi.waitUntil(() => events(told).some(({ type, runId }) => type === "run.succeeded" && runId === next.runId), {
    timeout: 20_000,
  });
  const lasting = (all: Event[]) =>
    all.filter(({ type }) => !type.endsWith(".delta")).map(({ runId, seq }) => `${runId}.${seq}`);
  expect(lasting(events(told))).toEqual([...lasting(first.slice(1)), ...lasting(next.events)]);
});

test("tells of the state each time that it changes: a title, a message that waits, how the run is", async () => {
  server.play([{ output: [], fault: { kind: "hang" } }]);
  const sessionId = await openSession(member, agentOf(server));
  const told = await follow(sessionId);
  const states = () => told.flatMap((frame) => (frame.type === "state" ? [frame.state] : []));
  await vi.waitUntil(() => states().length > 0, { timeout: 20_000 });
  const runId = await send(member, sessionId, "first");
  await vi.waitUntil(() => states().at(-1)?.status === "running", { timeout: 20_000 });
  await sendMessage(member, sessionId, { message: message("second"), mode: "queue" });
  await vi.waitUntil(() => states().at(-1)?.inputs.length === 1, { timeout: 20_000 });
  await renameSession(member, sessionId, "Another");
  await vi.waitUntil(() => states().at(-1)?.title === "Another", { timeout: 20_000 });
  await db().sessionInput.deleteMany({ where: { sessionId } });
  server.cut();
  await cancelRun(member, runId);
  await vi.waitUntil(() => states().at(-1)?.status === "idle", { timeout: 10_000 });
  await untilEvent(runId, ({ type }) => type === "run.cancelled");
});

test.each(["", "1", "1.2.3", "-1.0", "a.b", "1.9999999999"])("the cursor %j is refused in a sentence", (cursor) => {
  const request = new Request(`http://localhost/?after=${cursor}`);
  expect(() => readSessionCursor(request)).toThrow(/position\.seq/);
});
