import { writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { continueSession } from "#lib/agents/talk.ts";
import { withDatabase } from "#tests/support/database.ts";
import type { Asked } from "#tests/support/model-server/script.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import {
  agentOf,
  call,
  converse,
  fileOf,
  type Member,
  openSession,
  outputsOf,
  readRun,
  say,
  send,
  untilEvent,
  withTools,
  wordsOf,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Limits");
});

const usage = { input: 60_000, output: 40_000 };
const forEver = ({ turn }: Asked) => ({ output: [call("key", {}, `c${turn}`)], usage });
const priced = { name: "gpt-4.1", server: { api: "responses", baseUrl: "" } };

test.each([
  ["turns", { turns: 3 }, 3],
  ["tokens", { tokens: 150_000 }, 2],
  ["cost", { cost: 0.5 }, 2],
])(
  "the limit of %s pauses the run with every call answered, and it can be gone on with",
  async (reason, limits, turns) => {
    server.play(forEver);
    const model = { ...priced, server: { ...priced.server, baseUrl: server.url } };
    const { sessionId, last, of } = await converse(member, agentOf(server, { tools: [tool("key")], limits, model }));
    expect(last).toMatchObject({ type: "run.paused", reason });
    expect(of("model.responded")).toHaveLength(turns);
    expect(of("tool.returned")).toHaveLength(turns);
    server.play([[say("done")]]);
    const { runId } = await continueSession(member, sessionId);
    expect((await readRun(runId)).last?.type).toBe("run.succeeded");
    expect(outputsOf(server)).toHaveLength(turns);
  },
);

test("ten turns are the limit of an agent that names none", async () => {
  server.play(forEver);
  const { last, of } = await converse(member, agentOf(server, { tools: [tool("key")] }));
  expect(last).toMatchObject({ type: "run.paused", reason: "turns" });
  expect(of("model.responded")).toHaveLength(10);
});

describe("the limit of time", () => {
  test("ends an answer that takes too long, and keeps what it said", async () => {
    server.play([{ output: [say("half an answer")], fault: { kind: "stall", after: 6 }, chunk: 4 }, [say("done")]]);
    const { sessionId, last } = await converse(member, agentOf(server, { limits: { seconds: 1 } }));
    expect(last).toMatchObject({ type: "run.paused", reason: "time" });
    const { runId } = await continueSession(member, sessionId);
    expect((await readRun(runId)).last?.type).toBe("run.succeeded");
    expect(wordsOf(server)[1]).toEqual(["assistant", expect.stringMatching(/^half/)]);
  });

  test("lets tools end that run", async () => {
    server.play([[call("hold", { name: "x" })], [say("never")]]);
    const sessionId = await openSession(member, agentOf(server, { tools: [tool("hold")], limits: { seconds: 0.01 } }));
    const runId = await send(member, sessionId, "go").then(async (id) => {
      await untilEvent(id, ({ type }) => type === "tool.called" || type === "run.paused");
      await writeFile(fileOf(member, sessionId, "go-x"), "");
      return id;
    });
    const { last, of } = await readRun(runId);
    expect(last).toMatchObject({ type: "run.paused", reason: "time" });
    expect(of("tool.failed")).toEqual([]);
  });

  test("of many days is no limit of a moment", async () => {
    server.play([[say("done")]]);
    const { last } = await converse(member, agentOf(server, { limits: { seconds: 10_000_000 } }));
    expect(last?.type).toBe("run.succeeded");
  });
});

test("calls side by side are at most as many as the agent allows", async () => {
  server.play([[call("hold", { name: "a" }, "c1"), call("hold", { name: "b" }, "c2")], [say("done")]]);
  const file = agentOf(server, { tools: [tool("hold")], limits: { parallelCalls: 1 } });
  const sessionId = await openSession(member, file);
  const runId = await send(member, sessionId, "go");
  await untilEvent(runId, ({ type }) => type === "tool.called");
  await writeFile(fileOf(member, sessionId, "go-b"), "");
  await writeFile(fileOf(member, sessionId, "go-a"), "");
  const { events } = await readRun(runId);
  const order = events.flatMap((event) =>
    event.type === "tool.called" || event.type === "tool.returned" ? [`${event.type} ${event.index}`] : [],
  );
  expect(order).toEqual(["tool.called 0", "tool.returned 0", "tool.called 1", "tool.returned 1"]);
});
