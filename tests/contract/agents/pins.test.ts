import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { exportSession } from "#lib/agents/export.ts";
import { workerHere } from "#lib/agents/worker.ts";
import { db } from "#lib/db/client.ts";
import { deleteConfiguration, saveConfiguration } from "#lib/registry/configurations.ts";
import { saveTool } from "#lib/registry/create.ts";
import { deleteTool, getTool } from "#lib/registry/tools.ts";
import { takeRun, untilIdle } from "#lib/runs/agent-run.ts";
import { liveRuns } from "#lib/runs/run.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { createTool, typescriptFiles } from "../registry/fixture.ts";
import { query } from "../runs/fixture.ts";
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
  writeTool,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  process.env.TOOLROOM_ROOT = path.resolve(".");
  member = await createTeam("Pins");
});

const returning = (text: string) => typescriptFiles(`return "${text}";`);

async function save(name: string, text: string): Promise<void> {
  const { id, versionId } = await getTool(member, name);
  const changes = returning(text).map(({ path: file, content }) => ({ path: file, text: `${Buffer.from(content)}` }));
  await saveTool(member, { toolId: id, base: versionId, changes });
}

/** Leaves a run to a server that is gone: what works on it here may write nothing more, and ends. */
async function crash(runId: string): Promise<void> {
  await query(`update "Run" set "serverId" = 'srv_gone', fence = fence + 1 where id = $1`, [runId]);
  liveRuns().get(runId)?.abort();
}

async function takeUp(runId: string): Promise<void> {
  await untilIdle();
  const worker = workerHere();
  if (!worker) throw new Error("This process has no worker.");
  expect(await takeRun(runId, worker, { from: "srv_gone" })).toBe(true);
}

test("a run keeps to the versions that it began with, and the next one has the new ones", async () => {
  const { name } = await createTool(member, returning("old"));
  server.play([[call(name, {}, "c1")], [call("hold", { name: "x" }, "c2")], [call(name, {}, "c3")], [say("done")]]);
  const sessionId = await openSession(member, agentOf(server, { tools: [name, tool("hold")] }));
  const runId = await send(member, sessionId, "go");
  await untilEvent(runId, (event) => event.type === "tool.called" && event.turn === 2);
  await save(name, "new");
  await writeFile(fileOf(member, sessionId, "go-x"), "");
  const { of, last } = await readRun(runId);
  expect(last?.type).toBe("run.succeeded");
  expect(of("tool.returned").map(({ result }) => result)).toEqual(["old", "x", "old"]);
  server.play([[call(name, {}, "c4")], [say("done")]]);
  const next = await readRun(await send(member, sessionId, "more"));
  expect(next.of("tool.returned").map(({ result }) => result)).toEqual(["new"]);
  expect(next.events[0]).toMatchObject({ type: "run.started", tools: [{ toolName: name, versionNumber: 2 }, {}] });
});

test("an agent that names a version keeps to it", async () => {
  const { name } = await createTool(member, returning("old"));
  await save(name, "new");
  server.play([[call(name, {}, "c1")], [say("done")]]);
  const { of } = await converse(member, agentOf(server, { tools: [{ tool: name, version: 1 }] }));
  expect(of("tool.returned").map(({ result }) => result)).toEqual(["old"]);
});

test("a tool that is gone is left out, visibly, and the run goes on without it", async () => {
  const { id, name } = await createTool(member, returning("old"));
  const file = agentOf(server, { tools: [name, tool("key")] });
  await deleteTool(member, id);
  server.play([[call(name, {}, "c1")], [say("done")]]);
  const { last, of } = await converse(member, file);
  expect(last?.type).toBe("run.succeeded");
  expect(
    of("environment.log")
      .map(({ text }) => text)
      .join(""),
  ).toContain(`The tool "${name}" is left out`);
  expect(outputsOf(server)[0]).toMatch(/no function.*key/);
});

test("a configuration that went away during the run fails its call, and not the run", async () => {
  const made = await createTool(member, typescriptFiles("return config.word;", { user: "word: z.string()" }));
  const schema = { type: "object", properties: { word: { type: "string" } } };
  const usual = { toolId: made.id, name: "usual", values: '{"word":"hi"}', cleared: [] };
  const { id } = await saveConfiguration(member, schema, usual);
  const file = agentOf(server, { tools: [{ tool: made.name, configuration: "usual" }, tool("hold")] });
  server.play([[call("hold", { name: "x" }, "c1")], [call(made.name, {}, "c2")], [say("done")]]);
  const sessionId = await openSession(member, file);
  const runId = await send(member, sessionId, "go");
  await untilEvent(runId, ({ type }) => type === "tool.called");
  await deleteConfiguration(member, id);
  await writeFile(fileOf(member, sessionId, "go-x"), "");
  const { last, of } = await readRun(runId);
  expect(last?.type).toBe("run.succeeded");
  expect(of("tool.failed")).toMatchObject([{ index: 0, turn: 2 }]);
  expect(outputsOf(server)[1]).toMatch(/not configured correctly/);
});

describe("after a crash", () => {
  test("what had ended stays, what ran runs again with the same key, and the model is not asked again", async () => {
    server.play([[call("key", {}, "c1"), call("hold", { name: "x" }, "c2")], [say("done")]]);
    const sessionId = await openSession(member, agentOf(server, { tools: [tool("key"), tool("hold")] }));
    const runId = await send(member, sessionId, "go");
    const held = () => readFile(fileOf(member, sessionId, "held-x"), "utf8").catch(() => "");
    await untilEvent(runId, ({ type }) => type === "tool.returned");
    await vi.waitUntil(async () => (await held()) !== "", { timeout: 20_000 });
    await crash(runId);
    await takeUp(runId);
    await vi.waitUntil(async () => (await held()).split("\n").length === 3, { timeout: 20_000 });
    await writeFile(fileOf(member, sessionId, "go-x"), "");
    const { last, of } = await readRun(runId);
    expect(last?.type).toBe("run.succeeded");
    const key = `${runId}:1.1\n`;
    expect(await held()).toBe(key + key);
    expect(of("tool.called").map(({ index }) => index)).toEqual([0, 1, 1]);
    expect(of("tool.returned").map(({ index }) => index)).toEqual([0, 1]);
    expect(of("model.started")).toHaveLength(2);
  });

  test("in mid-stream the question is asked anew, and the answer before it stays as it was", async () => {
    server.play([
      [say("old answer")],
      { output: [say("lost words")], fault: { kind: "stall", after: 6 }, chunk: 3 },
      [say("new")],
    ]);
    const { sessionId } = await converse(member, agentOf(server), "1st");
    const runId = await send(member, sessionId, "2nd");
    await untilEvent(runId, ({ type }) => type === "text.delta");
    await crash(runId);
    await takeUp(runId);
    const { last, of } = await readRun(runId);
    expect(last?.type).toBe("run.succeeded");
    expect([of("model.started").length, of("model.responded").length]).toEqual([2, 1]);
    expect(await db().event.count({ where: { runId, type: "text.delta" } })).toBe(0);
    const { text } = await exportSession(member, sessionId, "markdown");
    expect(text.split("\n").filter((line) => /^(1st|2nd|old answer|new|lost)/.test(line))).toEqual([
      ...["1st", "old answer", "2nd", "new"],
    ]);
  });

  test("a tool that may not run again unasked does not, and the model is told that it may have run", async () => {
    const root = await mkdtemp(path.join(os.tmpdir(), "once-"));
    onTestFinished(() => rm(root, { recursive: true }));
    const body = `const { appendFileSync } = await import("node:fs");
  appendFileSync("ran", "once\\n");
  for (;;) await new Promise((resolve) => setTimeout(resolve, 60_000));`;
    const once = await writeTool(root, "once", { body, config: { rerun: "ask" } });
    server.play([[call("once", {}, "c1")], [say("I will ask.")]]);
    const sessionId = await openSession(member, agentOf(server, { tools: [once] }));
    const runId = await send(member, sessionId, "go");
    const ran = () => readFile(fileOf(member, sessionId, "ran"), "utf8").catch(() => "");
    await vi.waitUntil(async () => (await ran()) !== "", { timeout: 20_000 });
    await crash(runId);
    await takeUp(runId);
    const { last, of } = await readRun(runId);
    expect(last?.type).toBe("run.succeeded");
    expect(await ran()).toBe("once\n");
    expect(of("tool.called")).toHaveLength(1);
    expect(outputsOf(server)[0]).toMatch(/may have done its work/);
  });
});
