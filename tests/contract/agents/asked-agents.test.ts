import { access, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createAgent } from "#lib/agents/agents.ts";
import { exportSession } from "#lib/agents/export.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { db } from "#lib/db/client.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { withinOf } from "#lib/runs/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import type { Asked, ScriptItem, Turn } from "#tests/support/model-server/script.ts";
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
} from "./fixture.ts";
import { foldLog, readSessionLog } from "./session-log.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Asked agents");
});

type Says = readonly ScriptItem[] | (Partial<Turn> & { type?: never });

/** Each agent answers by what its instructions are, and by how much it has answered. */
function play(turns: Record<string, readonly Says[]>): void {
  server.play(({ body, turn }: Asked) => turns[String(body.instructions)]?.[turn] ?? [say("?")]);
}

/** A boss that can ask these agents, each of whom has this. */
function bossOf(agents: Record<string, object>, more: object = {}): AgentFile {
  const { model } = agentOf(server);
  const others = Object.entries(agents).map(([name, has]) => ({ name, instructions: name, model, ...has }));
  return agentOf(server, {
    name: "boss",
    instructions: "boss",
    agentTools: Object.keys(agents),
    ...more,
    agents: others,
  });
}

const requestsOf = (name: string) => server.requests.filter(({ body }) => body.instructions === name);
const firstTool = (name: string) => (requestsOf(name)[0]?.body.tools as object[] | undefined)?.[0];
const ask = (name: string, input: string, id = `c_${name}`) => call(`ask_${name}`, { input }, id);

test("an agent that is asked has a conversation of its own, and what it says last is the call's output", async () => {
  play({
    boss: [[say("I ask."), ask("clerk", "How much?", "c1")], [say("It is 7.")]],
    clerk: [[call("echo", { text: "7" }, "c1")], { output: [say("Seven.")], chunk: 3 }],
  });
  const { sessionId, runId, last, of } = await converse(
    member,
    bossOf({ clerk: { tools: [tool("echo"), tool("key")] } }),
  );
  expect(last?.type).toBe("run.succeeded");
  expect(firstTool("boss")).toMatchObject({
    name: "ask_clerk",
    strict: true,
    parameters: { properties: { input: { type: "string" } }, required: ["input"] },
  });
  expect(requestsOf("clerk")[0]?.body.input).toEqual([{ role: "user", content: "How much?" }]);
  expect(outputsOf(server)).toEqual(["Seven."]);
  expect(of("agent.asked")).toMatchObject([{ agent: "boss", turn: 1, index: 0, to: "clerk", input: "How much?" }]);
  expect(of("model.responded").map(({ agent, within, turn }) => [agent, within, turn])).toEqual([
    ["boss", undefined, 1],
    ["clerk", "1.0", 1],
    ["clerk", "1.0", 2],
    ["boss", undefined, 2],
  ]);
  expect(of("tool.returned").map(({ within, result }) => [within, result])).toEqual([
    ["1.0", "7"],
    [undefined, "Seven."],
  ]);
  expect(await db().event.count({ where: { runId, type: { endsWith: ".delta" } } })).toBe(0);
  const { runs } = foldLog(await readSessionLog(sessionId));
  expect(runs[0]?.nested["1.0"]).toMatchObject({ agent: "clerk", question: "How much?", status: "succeeded" });
  const { text } = await exportSession(member, sessionId, "markdown");
  expect(text).toContain("> ## clerk");
});

test("a tool of an agent that is asked has a key that no other call has", async () => {
  play({
    boss: [[ask("clerk", "a", "c1"), ask("clerk", "b", "c2"), call("key", {}, "c3")], [say("done")]],
    clerk: [[call("key", {}, "c1")], [say("done")]],
  });
  const { runId, of } = await converse(member, bossOf({ clerk: { tools: [tool("key")] } }, { tools: [tool("key")] }));
  const keys = of("tool.returned").flatMap(({ result }) => (result.startsWith("run_") ? [result] : []));
  expect(keys.toSorted()).toEqual([`${runId}:1.0/1.0`, `${runId}:1.1/1.0`, `${runId}:1.2`]);
});

test("several agents work side by side, and what one says deletes no words of another", async () => {
  const sessionId = await openSession(member, bossOf({ quick: { tools: [tool("hold")] }, slow: {} }));
  play({
    boss: [[ask("quick", "a"), ask("slow", "b")], [say("done")]],
    quick: [[call("hold", { name: "a" })], [say("quick is done")]],
    slow: [{ output: [say("slow takes its time")], fault: { kind: "stall", after: 8 }, chunk: 2 }],
  });
  const runId = await send(member, sessionId, "go");
  await untilEvent(runId, ({ type, ...event }) => type === "text.delta" && "within" in event && event.within === "1.1");
  const there = fileOf(member, sessionId, "held-a");
  await vi.waitUntil(
    () =>
      access(there).then(
        () => true,
        () => false,
      ),
    { timeout: 20_000 },
  );
  await writeFile(fileOf(member, sessionId, "go-a"), "");
  await untilEvent(runId, (event) => event.type === "tool.returned" && event.index === 0 && withinOf(event) === null);
  expect(await db().event.count({ where: { runId, type: "text.delta", within: "1.1" } })).toBeGreaterThan(0);
  server.release();
  expect((await readRun(runId)).last?.type).toBe("run.succeeded");
  expect(outputsOf(server)).toEqual(["quick is done", "slow takes its time"]);
  expect(await db().event.count({ where: { runId, type: "text.delta" } })).toBe(0);
});

describe("what keeps an agent from an answer is told to the one that asks", () => {
  test.each([
    [
      "its limit of turns",
      { limits: { turns: 1 } },
      [[call("nothing")]],
      /clerk did not finish.*limit of 1 model turns/,
    ],
    ["nothing to say", {}, [[], []], /clerk failed:.*answered twice with nothing/],
    ["a refusal", {}, [[{ type: "message", refusal: "I must not." }]], /^I must not\.$/],
    [
      "a cut",
      {},
      [{ output: [say("Half of")], incomplete: "max_output_tokens" as const }],
      /did not finish.*It had said: Half of/,
    ],
  ])("%s", async (_, has, clerk, told) => {
    play({ boss: [[ask("clerk", "a")], [say("done")]], clerk });
    const { last } = await converse(member, bossOf({ clerk: has }));
    expect(last?.type).toBe("run.succeeded");
    expect(outputsOf(server)).toEqual([expect.stringMatching(told)]);
  });
});

test("what it uses counts for the one that asks, too", async () => {
  const usage = { input: 60_000, output: 40_000 };
  play({
    boss: [{ output: [ask("clerk", "a")], usage }, [say("never")]],
    clerk: [
      { output: [call("nothing", {}, "c1")], usage },
      { output: [call("nothing", {}, "c2")], usage },
      [say("never")],
    ],
  });
  const { last, of } = await converse(member, bossOf({ clerk: {} }, { limits: { tokens: 250_000 } }));
  expect(last).toMatchObject({ type: "run.paused", reason: "tokens" });
  expect(of("model.responded").map(({ agent }) => agent)).toEqual(["boss", "clerk", "clerk"]);
  expect(of("tool.failed").at(-1)).toMatchObject({
    index: 0,
    message: expect.stringMatching(/300000 of at most 250000/),
  });
});

test("agents that ask agents go so deep and no deeper", async () => {
  play({ boss: [[ask("loop", "0")], [say("done")]], loop: [[ask("loop", "again")], [say("enough")]] });
  const { last, of } = await converse(member, bossOf({ loop: { agentTools: ["loop"] } }));
  expect(last?.type).toBe("run.succeeded");
  expect(of("agent.asked").map(({ within }) => within)).toEqual([
    undefined,
    "1.0",
    "1.0/1.0",
    "1.0/1.0/1.0",
    "1.0/1.0/1.0/1.0",
  ]);
  expect(of("tool.failed")).toMatchObject([{ message: expect.stringMatching(/at most 5 deep/) }]);
});

test("a handoff inside stays inside, and ends with the call", async () => {
  play({
    boss: [[ask("clerk", "a")], [say("done")]],
    clerk: [[call("transfer_to_expert")]],
    expert: [[], [say("expertly")]],
  });
  const file = bossOf({ clerk: { handoffs: ["expert"] }, expert: {} }, { agentTools: ["clerk"] });
  const { of } = await converse(member, file);
  expect(of("model.responded").map(({ agent }) => agent)).toEqual(["boss", "clerk", "expert", "boss"]);
  expect(outputsOf(server)).toEqual(["expertly"]);
});

test("a payload of its own is the question, digit by digit", async () => {
  const inputType = { type: "object", properties: { order: { type: "integer" } }, required: ["order"] };
  play({
    boss: [[call("consult", '{"order":9007199254740993}', "c1"), call("consult", "{}", "c2")], [say("done")]],
    clerk: [[say("ok")]],
  });
  const agentTools = [{ agent: "clerk", toolName: "consult", toolDescription: "Knows orders.", inputType }];
  await converse(member, bossOf({ clerk: {} }, { agentTools }));
  expect(firstTool("boss")).toMatchObject({
    name: "consult",
    description: "Knows orders.",
  });
  expect(requestsOf("clerk")[0]?.body.input).toEqual([{ role: "user", content: '{"order":9007199254740993}' }]);
  expect(outputsOf(server)).toEqual(["ok", expect.stringMatching(/`order`/)]);
});

test("one that is not enabled is not there", async () => {
  play({ boss: [[ask("clerk", "a")], [say("done")]] });
  await converse(member, bossOf({ clerk: {} }, { agentTools: [{ agent: "clerk", isEnabled: false }] }));
  expect(requestsOf("boss")[0]?.body.tools).toBeUndefined();
  expect(outputsOf(server)).toEqual([expect.stringMatching(/"ask_clerk" is not enabled/)]);
});

test("a stop stops what is asked, too, and every call has an output", async () => {
  const sessionId = await openSession(member, bossOf({ clerk: { tools: [tool("hold")] } }));
  play({ boss: [[ask("clerk", "a")], [say("done")]], clerk: [[call("hold", { name: "a" })]] });
  const runId = await send(member, sessionId, "go");
  await untilEvent(runId, (event) => event.type === "tool.called" && event.within === "1.0");
  await cancelRun(member, runId);
  const { last, of } = await readRun(runId);
  expect(last?.type).toBe("run.cancelled");
  expect(of("tool.failed").map(({ within, code }) => [within, code])).toEqual([
    ["1.0", "cancelled"],
    [undefined, "cancelled"],
  ]);
  play({ boss: [[], [say("fine")]] });
  expect((await readRun(await send(member, sessionId, "and now?"))).last?.type).toBe("run.succeeded");
});

test.each([
  ["an agent that is not there", { agentTools: ["nobody"] }, /asks "nobody", which is not among/],
  [
    "two functions of one name",
    { agentTools: [{ agent: "clerk", toolName: "transfer_to_clerk" }], handoffs: ["clerk"] },
    /two functions named "transfer_to_clerk"/,
  ],
  ["one for which a person answers", { agentTools: ["person"] }, /asks "person", for which a person answers/],
  [
    "a question that is no object",
    { agentTools: [{ agent: "clerk", inputType: { type: "string" } }] },
    /inputType for "clerk" that is no object/,
  ],
])("%s is refused at save", async (name, has, told) => {
  const agents = [{ name: "clerk" }, { name: "person", model: { person: true } }];
  const saving = createAgent(member, AgentFile.parse({ name, ...has, agents }));
  await expect(saving).rejects.toMatchObject({ code: "invalid_input", message: expect.stringMatching(told) });
});
