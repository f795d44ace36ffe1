import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { exportSession, saveAsRehearsal } from "#lib/agents/export.ts";
import { forkSession } from "#lib/agents/fork.ts";
import { viewModelRequest } from "#lib/agents/model-question.ts";
import { answerAsModel } from "#lib/agents/person.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { archiveSession, deleteSession, getSession, listSessions, renameSession } from "#lib/agents/sessions.ts";
import { sendMessage } from "#lib/agents/talk.ts";
import { db } from "#lib/db/client.ts";
import { untilIdle } from "#lib/runs/agent-run.ts";
import { cancelRun } from "#lib/runs/run.ts";
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
  member = await createTeam("Sessions");
});

describe("a person as the model", () => {
  const person = (more = {}) => agentOf(server, { model: { person: true }, tools: [tool("echo")], ...more });

  async function waiting() {
    const sessionId = await openSession(member, person());
    const runId = await send(member, sessionId, "go");
    await untilEvent(runId, ({ type }) => type === "model.started");
    return { sessionId, runId };
  }

  test("sees what a model would be sent, and answers with words and calls", async () => {
    const { sessionId, runId } = await waiting();
    const first = await viewModelRequest(member, sessionId);
    expect(first).toMatchObject({
      runId,
      turn: 1,
      instructions: "Be brief.",
      input: [{ role: "user", content: "go" }],
    });
    expect(first?.tools).toMatchObject([{ type: "function", name: "echo" }]);
    const calls = [
      { name: "echo", arguments: '{"text":"hi"}' },
      { name: "echo", arguments: "{" },
    ];
    await answerAsModel(member, sessionId, { runId, turn: 1, text: "I look.", calls });
    await untilEvent(runId, (event) => event.type === "model.started" && event.turn === 2);
    const second = await viewModelRequest(member, sessionId);
    expect(second?.input.slice(-2)).toMatchObject([{ output: "hi" }, { output: expect.stringMatching(/JSON/) }]);
    await answerAsModel(member, sessionId, { runId, turn: 2, text: "done", calls: [] });
    const { last } = await readRun(runId);
    expect(last?.type).toBe("run.succeeded");
    expect(await viewModelRequest(member, sessionId)).toBeNull();
    expect(await db().sessionInput.count({ where: { sessionId } })).toBe(0);
  });

  test("who answers twice has answered once, and not the next question", async () => {
    const { sessionId, runId } = await waiting();
    const answer = { runId, turn: 1, text: "", calls: [{ name: "echo", arguments: '{"text":"hi"}' }] };
    await Promise.allSettled([1, 2, 3].map(() => answerAsModel(member, sessionId, answer)));
    await untilEvent(runId, (event) => event.type === "model.started" && event.turn === 2);
    await expect(answerAsModel(member, sessionId, answer)).rejects.toMatchObject({ code: "conflict" });
    await cancelRun(member, runId);
    const { of } = await readRun(runId);
    expect(of("model.responded")).toHaveLength(1);
    await expect(answerAsModel(member, sessionId, { ...answer, turn: 2 })).rejects.toMatchObject({ code: "conflict" });
  });
});

/** A session with words, calls, a correction and hostile Markdown in it. */
async function lively() {
  const { name } = await createTool(member, typescriptFiles("return args.text;", { tool: "text: z.string()" }));
  server.play([
    [say("I look."), call(name, { text: "```\n# not a heading\n````" }, "c1"), call(name, "{", "c2")],
    [say("An open fence:\n```js\nlet a;")],
    [say("Second answer.")],
  ]);
  const file = agentOf(server, { name: `Lively ${name}`, tools: [name] });
  const { sessionId } = await converse(member, file, "<!-- first");
  await readRun(await send(member, sessionId, "second"));
  return { sessionId, name };
}

describe("an export", () => {
  test("as Markdown tells all in order, and nothing in it can swallow what follows", async () => {
    const { sessionId } = await lively();
    const { name, mediaType, text } = await exportSession(member, sessionId, "markdown");
    expect([name, mediaType]).toEqual(["-first.md", "text/markdown; charset=utf-8"]);
    const headings = text.split("\n").filter((line) => /^#+ /.test(line));
    expect(headings.filter((line) => line === "## Person")).toHaveLength(2);
    expect(text).toContain("`````\n```\n# not a heading\n````\n`````");
    expect(text).toContain("```js\nlet a;\n```\n\n## Person");
    expect(text).toContain("\\<!-- first");
    expect(text.indexOf("I look.")).toBeLessThan(text.indexOf("Second answer."));
  });

  test("as JSON has every event, those that no model is told of, too", async () => {
    const { sessionId } = await lively();
    const { text } = await exportSession(member, sessionId, "json");
    const { session, events } = JSON.parse(text);
    expect(session.id).toBe(sessionId);
    expect(events).toHaveLength(await db().event.count({ where: { run: { sessionId } } }));
    expect(new Set(events.map(({ type }: { type: string }) => type))).toContain("tool.called");
  });

  test("as a rehearsal says and calls the same again, and its tools really run", async () => {
    const { sessionId } = await lively();
    const rehearsal = await saveAsRehearsal(member, sessionId);
    const { text } = await exportSession(member, sessionId, "rehearsal");
    const file = AgentFile.parse(JSON.parse(text));
    expect(file.model.rehearsal?.exchanges).toHaveLength(2);
    expect(rehearsal.name).toBe(file.name);
    const again = await openSession(member, file);
    for (const said of ["<!-- first", "second"]) await readRun(await send(member, again, said));
    const essence = async (id: string) => {
      const { text: told } = await exportSession(member, id, "markdown");
      return told.replaceAll(/^## (?!Person).*$/gm, "## Agent");
    };
    expect(await essence(again)).toBe(await essence(sessionId));
  });

  test("as a rehearsal of a session with a handover and a correction goes the same way", async () => {
    const output = {
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
      additionalProperties: false,
    };
    const { model } = agentOf(server);
    const file = agentOf(server, {
      name: "router",
      handoffs: ["coder"],
      agents: [{ name: "coder", model, output, handoffs: ["router"] }],
    });
    const pass = (name: string, id: string) => [call(`transfer_to_${name}`, {}, id)];
    const there = [pass("coder", "c1"), pass("router", "c2"), pass("coder", "c3")];
    server.play([...there, [say("no JSON")], [say('{"a":"b"}')]]);
    const { sessionId, of } = await converse(member, file);
    const { text } = await exportSession(member, sessionId, "rehearsal");
    const asked = server.requests.length;
    const again = await converse(member, AgentFile.parse(JSON.parse(text)));
    expect(again.last?.type).toBe("run.succeeded");
    const events = (each: typeof of) => [
      each("handoff").length,
      each("output.refused").length,
      each("model.responded").length,
    ];
    expect(events(again.of)).toEqual(events(of));
    expect(server.requests).toHaveLength(asked);
  });

  test("as a rehearsal of a session without an answer is refused in a sentence", async () => {
    const sessionId = await openSession(member, agentOf(server));
    await expect(exportSession(member, sessionId, "rehearsal")).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("a fork", () => {
  test("has everything before the message and nothing after, in files, too; the other stays as it is", async () => {
    const { sessionId } = await lively();
    await writeFile(fileOf(member, sessionId, "left.txt"), "kept");
    execFileSync("mkfifo", [fileOf(member, sessionId, "pipe")]);
    const [first, second] = await db().run.findMany({ where: { sessionId }, orderBy: { position: "asc" } });
    server.play([[say("Other answer.")]]);
    const other = { messageId: second?.inputId ?? "", message: message("instead") };
    const { sessionId: forked } = await forkSession(member, sessionId, other);
    await untilIdle();
    expect(wordsOf(server).map(([, text]) => text)).toEqual([
      "<!-- first",
      "I look.",
      "An open fence:\n```js\nlet a;",
      "instead",
    ]);
    expect(outputsOf(server)).toHaveLength(2);
    expect(await readFile(fileOf(member, forked, "left.txt"), "utf8")).toBe("kept");
    expect(await getSession(member, forked)).toMatchObject({ forkedFromId: sessionId, title: "<!-- first" });
    const { text } = await exportSession(member, sessionId, "markdown");
    expect(text).toContain("Second answer.");
    expect(text).not.toContain("instead");
    expect(await db().run.count({ where: { sessionId: forked } })).toBe(2);
    expect(first?.sessionId).toBe(sessionId);
  });

  test("at the first message has nothing, and without a message waits", async () => {
    const { sessionId } = await lively();
    const [first] = await db().run.findMany({ where: { sessionId }, orderBy: { position: "asc" } });
    const { sessionId: forked } = await forkSession(member, sessionId, { messageId: first?.inputId ?? "" });
    expect(await db().run.count({ where: { sessionId: forked } })).toBe(0);
    server.play([[say("fine")]]);
    expect((await readRun(await send(member, forked, "anew"))).last?.type).toBe("run.succeeded");
    expect(wordsOf(server)).toEqual([["user", "anew"]]);
  });

  test("at a message that steered has what its run had done before it", async () => {
    server.play([[call("hold", { name: "x" }, "c1")], [say("done")]]);
    const sessionId = await openSession(member, agentOf(server, { tools: [tool("hold")] }));
    const runId = await send(member, sessionId, "go");
    await untilEvent(runId, ({ type }) => type === "tool.called");
    const steering = message("rather so");
    await sendMessage(member, sessionId, { message: steering, mode: "steer" });
    await writeFile(fileOf(member, sessionId, "go-x"), "");
    await readRun(runId);
    server.play([[say("other")]]);
    await forkSession(member, sessionId, { messageId: steering.id, message: message("or so") });
    await untilIdle();
    expect(wordsOf(server).map(([, text]) => text)).toEqual(["go", "or so"]);
    expect(outputsOf(server)).toEqual(["x"]);
  });

  test("keeps what was cut for the model, and leaves nothing behind when it cannot be said", async () => {
    const long = (id: string) => [call("long", { letters: 3000 }, id)];
    server.play([long("c1"), long("c2"), long("c3"), [say("done")], [say("more")]]);
    const file = agentOf(server, { tools: [tool("long")], limits: { contextTokens: 2000 } });
    const { sessionId } = await converse(member, file);
    const second = message("second");
    const sent = await sendMessage(member, sessionId, { message: second, mode: "queue" });
    await readRun(sent.runId ?? "");
    const [stub] = outputsOf(server);
    server.play([[say("other")]]);
    await forkSession(member, sessionId, { messageId: second.id, message: message("instead") });
    await untilIdle();
    expect(outputsOf(server)[0]).toBe(stub);
    const count = () => db().agentSession.count({ where: { teamId: member.teamId } });
    const before = await count();
    const empty = forkSession(member, sessionId, { messageId: second.id, message: message(" ") });
    await expect(empty).rejects.toMatchObject({ code: "invalid_input" });
    expect(await count()).toBe(before);
  });

  test("at a message that waits, or that there is none of, is refused", async () => {
    const { sessionId } = await lively();
    const fork = forkSession(member, sessionId, { messageId: message("x").id });
    await expect(fork).rejects.toMatchObject({ code: "not_found" });
  });
});

test("a session is found by title and agent, renamed, put aside, and deleted with its files when nothing of it runs", async () => {
  const { sessionId } = await lively();
  await renameSession(member, sessionId, "  Unheard-of title ");
  const found = async (search: string, archived = false) =>
    (await listSessions(member, { search, archived })).map(({ id }) => id);
  expect(await found("unheard-of")).toEqual([sessionId]);
  await archiveSession(member, sessionId, { archived: true });
  expect([await found("unheard-of"), await found("unheard-of", true)]).toEqual([[], [sessionId]]);
  server.play([{ output: [], fault: { kind: "hang" } }]);
  const runId = await send(member, sessionId, "more");
  await expect(deleteSession(member, sessionId)).rejects.toMatchObject({ code: "conflict" });
  await cancelRun(member, runId);
  await readRun(runId);
  await deleteSession(member, sessionId);
  await expect(getSession(member, sessionId)).rejects.toMatchObject({ code: "not_found" });
  await expect(readFile(fileOf(member, sessionId, "."))).rejects.toMatchObject({ code: "ENOENT" });
});
