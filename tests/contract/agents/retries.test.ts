import { beforeAll, describe, expect, test } from "vitest";
import { holdSession, openRun, prepareBeginning } from "#lib/agents/begin.ts";
import { loadCast } from "#lib/agents/cast.ts";
import { readConversation } from "#lib/agents/history.ts";
import { Journal } from "#lib/agents/journal.ts";
import { runLoop } from "#lib/agents/loop.ts";
import { openGuards } from "#lib/agents/open-guards.ts";
import { continueSession } from "#lib/agents/talk.ts";
import { db } from "#lib/db/client.ts";
import type { Model } from "#lib/providers/model.ts";
import { type AgentWorker, takeRun } from "#lib/runs/agent-run.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { withDatabase } from "#tests/support/database.ts";
import type { Fault } from "#tests/support/model-server/script.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { modelOf } from "../providers/asking.ts";
import {
  agentOf,
  call,
  converse,
  fileOf,
  type Member,
  message,
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
  member = await createTeam("Retries");
});

const soon = { "retry-after-ms": "5" };
const status = (code: number): Fault => ({ kind: "status", status: code, headers: soon });

test.each<[string, Fault, RegExp]>([
  ["429", status(429), /429/],
  ["500", status(500), /500/],
  ["503", status(503), /503/],
  ["408", status(408), /408/],
  ["409", status(409), /409/],
  ["a stream that is cut", { kind: "cut", after: 6 }, /disconnected/],
  ["a stream that is cut inside a frame", { kind: "cut_in_frame", after: 6 }, /disconnected|not JSON/],
  ["a stream without its last event", { kind: "no_end" }, /before its answer was whole/],
  ["a frame that is no JSON", { kind: "malformed_frame", after: 6 }, /not JSON/],
  ["response.failed", { kind: "failed", after: 6, code: "server_error" }, /server_error/],
])("%s is asked again, which the log tells, and the question is kept", async (_, fault, words) => {
  server.play([{ output: [say("Parisian")], fault, chunk: 2 }, [say("fine")]]);
  const { sessionId, last, of } = await converse(member, agentOf(server), "my question");
  expect(last?.type).toBe("run.succeeded");
  expect(of("retry")).toMatchObject([{ turn: 1, attempt: 1, message: expect.stringMatching(words) }]);
  expect(of("model.started").map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(of("model.responded")).toHaveLength(1);
  server.play([[say("again")]]);
  await readRun(await send(member, sessionId, "more"));
  expect(wordsOf(server)).toEqual([
    ["user", "my question"],
    ["assistant", "fine"],
    ["user", "more"],
  ]);
});

test("waits as long as Retry-After asks, and says so", async () => {
  server.play([{ output: [], fault: { kind: "status", status: 429, headers: { "retry-after": "1" } } }, [say("fine")]]);
  const { of } = await converse(member, agentOf(server));
  expect(of("retry")).toMatchObject([{ waitMs: 1000 }]);
  const [first, second] = server.requests;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(995);
});

test("six attempts are all; the session goes on after that with the question kept", async () => {
  server.play(Array.from({ length: 6 }, () => ({ output: [], fault: status(503) })));
  const { sessionId, last, of } = await converse(member, agentOf(server), "my question");
  expect(last).toMatchObject({ type: "run.failed", code: "provider_failed", message: expect.stringContaining("503") });
  expect(of("retry")).toHaveLength(5);
  expect(server.requests).toHaveLength(6);
  server.play([[say("fine")]]);
  const { runId } = await continueSession(member, sessionId);
  expect((await readRun(runId)).last?.type).toBe("run.succeeded");
  expect(wordsOf(server)).toEqual([["user", "my question"]]);
});

test.each<[string, Fault]>([
  ["401", { kind: "status", status: 401 }],
  ["400", { kind: "status", status: 400 }],
  ["404", { kind: "status", status: 404 }],
  ["a spent account", { kind: "status", status: 429, code: "insufficient_quota" }],
  ["an error event", { kind: "error_event", after: 6, code: "ERR_X" }],
  ["a refused prompt", { kind: "failed", after: 6, code: "invalid_prompt" }],
])("%s is not asked again, and what was said by then stays in the log", async (_, fault) => {
  server.play([{ output: [say("Paris")], fault, chunk: 5 }]);
  const { last, of } = await converse(member, agentOf(server));
  expect(last).toMatchObject({ type: "run.failed", code: "provider_failed" });
  expect(server.requests).toHaveLength(1);
  expect(of("retry")).toEqual([]);
  const said = of("text.delta").map(({ text }) => text);
  expect(said.join("")).toBe("after" in fault ? "Paris" : "");
});

test("a stream that falls silent is given up after the idle limit, and asked again", async () => {
  server.play([{ output: [say("Parisian")], fault: { kind: "stall", after: 6 }, chunk: 2 }, [say("fine")]]);
  const sessionId = await openSession(member, agentOf(server));
  const beginning = await prepareBeginning(sessionId);
  const said = message("my question");
  const runId = await db().$transaction(async (tx) => {
    const session = await holdSession(tx, { sessionId });
    if (!session) throw new Error("The session is gone.");
    const body = JSON.stringify({ text: said.text, files: [] });
    return openRun(tx, session, {
      startedBy: member.id,
      beginning,
      message: { id: said.id, body, createdBy: member.id },
    });
  });
  const impatient = modelOf(server.url, { limits: { idleMs: 300 } });
  expect(await takeRun(runId, workerWith(impatient))).toBe(true);
  const { last, of } = await readRun(runId);
  expect(last?.type).toBe("run.succeeded");
  expect(of("retry")).toMatchObject([{ message: expect.stringContaining("silent for too long") }]);
  expect(server.aborted).toHaveLength(1);
});

/** A worker whose agents have no tools, and all ask this model. */
function workerWith(model: Model): AgentWorker {
  return {
    async perform(run, recorder, signal) {
      const journal = new Journal(recorder, await readConversation(run.sessionId, run));
      const artifactDirectory = fileOf(member, run.sessionId, ".");
      const place = { member, artifactDirectory, workflowDataDirectory: artifactDirectory, signal };
      const cast = await loadCast(member, { file: agentOf(server), pins: [] }, { signal, onLog: () => undefined });
      return runLoop(journal, {
        sessionId: run.sessionId,
        cast,
        guards: openGuards({ sessionId: run.sessionId, runId: run.id, cast }, place),
        modelOf: async () => ({ model, by: "server", provider: null, name: "m" }),
        place,
        facts: { startedBy: { role: "owner" }, data: {} },
      });
    },
    ended: async () => undefined,
    catchUp: async () => undefined,
  };
}

test("a turn that fails later leaves earlier turns and their tools as they are", async () => {
  server.play([
    [call("key")],
    { output: [say("half")], fault: { kind: "cut", after: 6 }, chunk: 1 },
    { output: [], fault: status(500) },
    [say("done")],
  ]);
  const { last, of } = await converse(member, agentOf(server, { tools: [tool("key")] }));
  expect(last?.type).toBe("run.succeeded");
  expect(of("tool.called")).toHaveLength(1);
  expect(of("retry").map(({ turn, attempt }) => [turn, attempt])).toEqual([
    [2, 1],
    [2, 2],
  ]);
  expect(outputsOf(server)).toHaveLength(1);
});

describe("stopping", () => {
  test("while a retry waits ends the run at once", async () => {
    server.play([{ output: [], fault: { kind: "status", status: 429, headers: { "retry-after": "60" } } }]);
    const runId = await send(member, await openSession(member, agentOf(server)), "go");
    await untilEvent(runId, ({ type }) => type === "retry");
    await cancelRun(member, runId);
    expect((await readRun(runId)).last?.type).toBe("run.cancelled");
    expect(server.requests).toHaveLength(1);
  });

  test("a wait that is longer than anybody waits is a failure that can be tried again", async () => {
    server.play([{ output: [], fault: { kind: "status", status: 429, headers: { "retry-after": "86400" } } }]);
    const { last } = await converse(member, agentOf(server));
    expect(last).toMatchObject({ type: "run.failed", message: expect.stringContaining("429") });
  });
});
