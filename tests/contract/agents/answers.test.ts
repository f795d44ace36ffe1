import { beforeAll, describe, expect, test } from "vitest";
import { continueSession } from "#lib/agents/talk.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import {
  agentOf,
  call,
  converse,
  inputOf,
  type Member,
  outputsOf,
  readRun,
  say,
  send,
  withTools,
  wordsOf,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Answers");
});

describe("an answer that was cut", () => {
  test("keeps its words, pauses the run with the reason, and is gone on with", async () => {
    server.play([{ output: [say("Par")], incomplete: "max_output_tokens" }]);
    const { sessionId, last, of } = await converse(member, agentOf(server));
    expect(last).toMatchObject({
      type: "run.paused",
      reason: "incomplete",
      message: expect.stringContaining("max_output_tokens"),
    });
    expect(of("model.responded")).toMatchObject([{ status: "incomplete", reason: "max_output_tokens" }]);
    server.play([[say("is.")]]);
    const { runId } = await continueSession(member, sessionId);
    expect((await readRun(runId)).last?.type).toBe("run.succeeded");
    expect(wordsOf(server)).toEqual([
      ["user", "go"],
      ["assistant", "Par"],
    ]);
  });

  test("never runs the call that it was cut in, nor those before it", async () => {
    server.play([
      { output: [call("key", {}, "c1"), call("echo", '{"text":"a', "c2")], incomplete: "max_output_tokens" },
    ]);
    const agent = agentOf(server, { tools: [tool("key"), tool("echo")] });
    const { sessionId, last, of } = await converse(member, agent);
    expect(last).toMatchObject({ type: "run.paused", reason: "incomplete" });
    expect(of("tool.called")).toEqual([]);
    server.play([[say("done")]]);
    await readRun(await send(member, sessionId, "more"));
    expect(inputOf(server).map(({ role, type }) => role ?? type)).toEqual(["user", "user"]);
  });

  test("by a reasoning model is sent back without what only its reasoning would explain", async () => {
    server.play([
      { output: [{ type: "reasoning", summary: "hm" }, say("Par")], incomplete: "max_output_tokens" },
      [say("is.")],
    ]);
    const { sessionId } = await converse(
      member,
      agentOf(server, { model: { name: "gpt-5", server: { api: "responses", baseUrl: server.url } } }),
    );
    const { runId } = await continueSession(member, sessionId);
    expect((await readRun(runId)).last?.type).toBe("run.succeeded");
  });
});

test("a refusal is an answer, kept as one", async () => {
  server.play([[{ type: "message", refusal: "I cannot help with that." }], [say("Yes.")]]);
  const { sessionId, last, of } = await converse(member, agentOf(server));
  expect(last?.type).toBe("run.succeeded");
  expect(JSON.stringify(of("model.responded")[0]?.items)).toContain('"refusal":"I cannot help with that."');
  expect((await readRun(await send(member, sessionId, "please"))).last?.type).toBe("run.succeeded");
});

describe("an answer with nothing in it", () => {
  test("is asked once more", async () => {
    server.play([[], [say("here")]]);
    const { last, of } = await converse(member, agentOf(server));
    expect(last?.type).toBe("run.succeeded");
    expect(of("model.responded")).toHaveLength(2);
  });

  test("twice is a failure that says so", async () => {
    server.play([[], [{ type: "reasoning", summary: "hm" }], [say("never")]]);
    const { last } = await converse(member, agentOf(server));
    expect(last).toMatchObject({ type: "run.failed", message: expect.stringContaining("answered twice with nothing") });
    expect(server.requests).toHaveLength(2);
  });

  test("after calls is asked once more, too, and their outputs are still told", async () => {
    server.play([[call("key")], [], [say("done")]]);
    const { last } = await converse(member, agentOf(server, { tools: [tool("key")] }));
    expect(last?.type).toBe("run.succeeded");
    expect(outputsOf(server)).toHaveLength(1);
  });
});

test("items and events of unknown kinds are kept, and sent back as they came", async () => {
  const strange = { type: "web_search_call", status: "completed", action: { type: "search", query: "x" } };
  server.play([{ output: [strange, say("found")], fault: { kind: "unknown_event", after: 2 } }, [say("more")]]);
  const { sessionId, last } = await converse(member, agentOf(server));
  expect(last?.type).toBe("run.succeeded");
  await readRun(await send(member, sessionId, "and?"));
  expect(inputOf(server)[1]).toMatchObject(strange);
});

test("text beside a call is no final answer", async () => {
  server.play([[say("I look."), call("key")], [say("done")]]);
  const { last, of } = await converse(member, agentOf(server, { tools: [tool("key")] }));
  expect(last?.type).toBe("run.succeeded");
  expect(of("model.responded")).toHaveLength(2);
});

test("usage is told a turn, and the cost of a model without a price is not known", async () => {
  const usage = { input: 100, output: 20, cached: 60, reasoning: 5 };
  server.play([
    { output: [call("key")], usage },
    { output: [say("done")], usage },
  ]);
  const agent = (name: string) =>
    agentOf(server, { tools: [tool("key")], model: { name, server: { api: "responses", baseUrl: server.url } } });
  const unknown = await converse(member, agent("nobody-knows-it"));
  expect(unknown.of("usage")).toMatchObject([
    { turn: 1, input: 100, cached: 60, output: 20, reasoning: 5, cost: null },
    { turn: 2, cost: null },
  ]);
  server.play([{ output: [say("done")], usage }]);
  const known = await converse(member, agent("gpt-4.1"));
  expect(known.of("usage")[0]?.cost).toBeGreaterThan(0);
});

test("200 calls in an answer are all answered in their order, those that cannot run, too", async () => {
  const texts = Array.from({ length: 200 }, (_, at) => (at % 20 === 0 ? `${at}` : at));
  server.play([texts.map((text, at) => call("echo", { text }, `c${at}`)), [say("done")]]);
  const { last } = await converse(member, agentOf(server, { tools: [tool("echo")] }));
  expect(last?.type).toBe("run.succeeded");
  const wanted = texts.map((text) => (typeof text === "string" ? text : expect.stringContaining(`not ${text}`)));
  expect(outputsOf(server)).toEqual(wanted);
});

test.each(["responses", "chat"])("calls with one id at every turn stay apart over the %s API", async (api) => {
  server.play([
    [call("echo", { text: "one" }, "call_0"), call("echo", { text: "two" }, "call_0")],
    [call("echo", { text: "three" }, "call_0")],
    [say("done")],
  ]);
  const model = { name: "test-model", server: { api, baseUrl: server.url } };
  const { last, of } = await converse(member, agentOf(server, { model, tools: [tool("echo")] }));
  expect(last?.type).toBe("run.succeeded");
  expect(
    of("tool.returned")
      .map(({ turn, result }) => [turn, result])
      .toSorted(),
  ).toEqual([
    [1, "one"],
    [1, "two"],
    [2, "three"],
  ]);
});
