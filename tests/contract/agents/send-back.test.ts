import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { sendBack } from "#lib/agents/send-back.ts";
import { findSessionCall, readCallKey } from "#lib/agents/session-call.ts";
import { getSession } from "#lib/agents/sessions.ts";
import { db } from "#lib/db/client.ts";
import { startCall } from "#lib/registry/calls.ts";
import { saveTool } from "#lib/registry/create.ts";
import { getTool } from "#lib/registry/tools.ts";
import { untilIdle } from "#lib/runs/agent-run.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { createTool, typescriptFiles } from "../registry/fixture.ts";
import {
  agentOf,
  call,
  converse,
  fileOf,
  type Member,
  outputsOf,
  readRun,
  say,
  send,
  withTools,
  wordsOf,
} from "./fixture.ts";
import { readSessionLog } from "./session-log.ts";

const BODY = `const { writeFileSync } = await import("node:fs");
  console.log("times " + args.n);
  writeFileSync("sum.txt", "of " + args.n);
  return args.n * 2;`;

withDatabase();
const folder = withTools();
const server = withModelServer();
let member: Member;
let tool: { id: string; name: string };
beforeAll(async () => {
  member = await createTeam("Owners");
  tool = await createTool(member, typescriptFiles(BODY, { tool: "n: z.number()" }));
});
/** A session with two calls side by side, another turn after them, and another message after that. */
async function lively() {
  server.play([
    [call(tool.name, { n: 1 }, "c1"), call("echo", { text: "beside" }, "c2")],
    [call("echo", { text: "later" }, "c3")],
    [say("Two.")],
    [say("You are welcome.")],
  ]);
  const made = await converse(member, agentOf(server, { tools: [tool.name, folder("echo")] }), "double 1");
  await readRun(await send(member, made.sessionId, "thanks"));
  return { ...made, key: { runId: made.runId, turn: 1, index: 0 } };
}

/** A run in the playground with that number, to its end. */
async function play(n: number, more: object = {}) {
  const runId = await startCall(member, { toolId: tool.id, toolParameters: JSON.stringify({ n }), ...more });
  await readRun(runId);
  return { resultRunId: runId };
}

describe("a result that is sent back", () => {
  test("takes the place of the call's own in a fork, which goes on without what came after", async () => {
    const { sessionId, key } = await lively();
    const before = await readSessionLog(sessionId);
    const result = await play(21);
    server.play([[say("It is forty-two.")]]);
    const forked = await sendBack(member, key, result);
    expect((await readRun(forked.runId)).last).toMatchObject({ type: "run.succeeded" });
    expect(wordsOf(server).map(([, text]) => text)).toEqual(["double 1"]);
    const told = 'A person ran this call with other arguments: {"n":21}\n\n42\n\n[sum.txt is kept as sum-2.txt]';
    expect(outputsOf(server)).toEqual([told, "beside"]);
    expect(await readSessionLog(sessionId)).toEqual(before);
    expect(await getSession(member, forked.sessionId)).toMatchObject({ forkedFromId: sessionId, title: "double 1" });
  });

  test("tells where it is from, and brings its log and its files along, none over another", async () => {
    const { key } = await lively();
    const result = await play(21);
    server.play([[say("fine")]]);
    const { sessionId, runId } = await sendBack(member, key, result);
    const { of } = await readRun(runId);
    const ofCall = (event: { turn?: number | undefined; index?: number | undefined }) =>
      event.turn === 1 && event.index === 0;
    expect(of("tool.called").filter(ofCall)).toMatchObject([{ arguments: '{"n":21}' }]);
    expect(of("tool.log").filter(ofCall)).toMatchObject([{ text: "times 21\n" }]);
    expect(of("tool.artifact").filter(ofCall)).toMatchObject([{ name: "sum-2.txt" }]);
    expect(of("tool.returned").filter(ofCall)).toMatchObject([
      { result: "42", sentBack: { runId: result.resultRunId, edited: true } },
    ]);
    expect(await readFile(fileOf(member, sessionId, "sum.txt"), "utf8")).toBe("of 1");
    expect(await readFile(fileOf(member, sessionId, "sum-2.txt"), "utf8")).toBe("of 21");
  });

  test("with the same arguments tells the model nothing more, and can be a failure", async () => {
    const { key } = await lively();
    server.play([[say("fine")], [say("too bad")]]);
    const same = await sendBack(member, key, await play(1));
    await readRun(same.runId);
    expect(outputsOf(server)[0]).toBe("2\n\n[sum.txt is kept as sum-2.txt]");
    const failing = await startCall(member, { toolId: tool.id, toolParameters: '{"n":"many"}' });
    await readRun(failing);
    const bad = await sendBack(member, key, { resultRunId: failing });
    const { of } = await readRun(bad.runId);
    expect(of("tool.failed")).toMatchObject([{ turn: 1, index: 0, sentBack: { edited: true } }]);
    expect(outputsOf(server)[0]).toContain('{"n":"many"}');
  });
});

test("the time that the run took until then counts, and not how long ago it was", async () => {
  server.play([[call(tool.name, { n: 1 }, "c1")], [say("Two.")]]);
  const file = agentOf(server, { tools: [tool.name], limits: { seconds: 60 } });
  const { runId } = await converse(member, file);
  await db().event.updateMany({ where: { runId }, data: { at: new Date("2026-01-01T00:00:00Z") } });
  const result = await play(2);
  server.play([[say("Four.")]]);
  const forked = await sendBack(member, { runId, turn: 1, index: 0 }, result);
  expect((await readRun(forked.runId)).last).toMatchObject({ type: "run.succeeded" });
});

test("what is no call, no result, or of another tool is refused, and leaves nothing behind", async () => {
  const { key } = await lively();
  const count = () => db().agentSession.count({ where: { teamId: member.teamId } });
  const before = await count();
  const result = await play(1);
  const other = await createTool(member, typescriptFiles("return 1;"));
  const otherRun = await startCall(member, { toolId: other.id, toolParameters: "{}" });
  await readRun(otherRun);
  for (const [place, resultRunId, code] of [
    [{ ...key, index: 7 }, result.resultRunId, "not_found"],
    [{ ...key, index: 1 }, result.resultRunId, "not_found"],
    [key, "run_none", "not_found"],
    [key, key.runId, "not_found"],
    [key, otherRun, "invalid_input"],
  ] as const) {
    await expect(sendBack(member, place, { resultRunId })).rejects.toMatchObject({ code });
  }
  const stranger = await createTeam("Strangers");
  await expect(sendBack(stranger, key, result)).rejects.toMatchObject({ code: "not_found" });
  expect(await findSessionCall(stranger, key)).toBeNull();
  await untilIdle();
  expect(await count()).toBe(before);
});

test("the playground does a call again in its own version, with its arguments", async () => {
  const { key } = await lively();
  const { versionId } = await getTool(member, tool.name);
  const found = await findSessionCall(member, key);
  expect(found).toMatchObject({
    arguments: '{"n":1}',
    tool: { toolName: tool.name, versionId, configurationId: null },
  });
  const source = (await getTool(member, tool.name)).files.find(({ path }) => path === "tool.ts");
  const text = (source && "text" in source ? String(source.text) : "").replace("args.n * 2", "args.n * 3");
  await saveTool(member, { toolId: tool.id, base: versionId, changes: [{ path: "tool.ts", text }] });
  expect((await getTool(member, tool.name, versionId)).versionNumber).toBe(1);
  const results = await Promise.all([play(7), play(7, { versionId })]);
  const runs = await Promise.all(results.map(({ resultRunId }) => readRun(resultRunId)));
  expect(runs.map(({ of }) => of("tool.returned")[0]?.result)).toEqual(["21", "14"]);
  const strange = startCall(member, { toolId: tool.id, toolParameters: "{}", versionId: "tv_none" });
  await expect(strange).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["run_abc.1.0", { runId: "run_abc", turn: 1, index: 0 }],
  ["run_abc.1", null],
  ["run_a/../b.1.0", null],
])("%s in an address", (text, key) => expect(readCallKey(text)).toEqual(key));
