import { access, readdir, readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { continueSession, sendMessage } from "#lib/agents/talk.ts";
import { workerHere } from "#lib/agents/worker.ts";
import { db } from "#lib/db/client.ts";
import { takeRun } from "#lib/runs/agent-run.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { query } from "../runs/fixture.ts";
import {
  agentOf,
  call,
  fileOf,
  inputOf,
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
  member = await createTeam("Stops");
});

/** Begins an answer that is held after its first words. */
async function streaming(text: string) {
  const sessionId = await openSession(member, agentOf(server));
  server.play([{ output: [say("half an answer")], fault: { kind: "stall", after: 6 }, chunk: 4 }, [say("fine")]]);
  const runId = await send(member, sessionId, text);
  await untilEvent(runId, ({ type }) => type === "text.delta");
  return { sessionId, runId };
}

async function runsOf(sessionId: string) {
  return db().run.findMany({ where: { sessionId }, orderBy: { position: "asc" } });
}

describe("a stop in mid-stream", () => {
  test("ends the request and the run, keeps what was said, and the session goes on with it", async () => {
    const { sessionId, runId } = await streaming("first");
    await cancelRun(member, runId);
    const { last } = await readRun(runId);
    expect(last).toMatchObject({ type: "run.cancelled", message: "Stopped by the user." });
    await vi.waitUntil(() => server.aborted.length === 1, { timeout: 20_000 });
    await readRun(await send(member, sessionId, "second"));
    const [first, partial, second] = wordsOf(server);
    expect([first, second]).toEqual([
      ["user", "first"],
      ["user", "second"],
    ]);
    expect(partial?.[0]).toBe("assistant");
    expect("half an answer".startsWith(partial?.[1] || "nothing")).toBe(true);
  });

  test("and a message right after it: in order, with what came before", async () => {
    const { sessionId, runId } = await streaming("first");
    const stopped = cancelRun(member, runId);
    const sent = message("second");
    await Promise.all([stopped, sendMessage(member, sessionId, { message: sent, mode: "queue" })]);
    await readRun(runId);
    const runs = await runsOf(sessionId);
    expect(runs.map(({ status }) => status)).toEqual(["cancelled", "succeeded"]);
    expect(runs[1]?.inputId).toBe(sent.id);
    expect(wordsOf(server).map(([, text]) => text)).toEqual(["first", expect.stringMatching(/^half/), "second"]);
  });

  test("twice, and of a run that has ended, changes nothing", async () => {
    const { runId } = await streaming("first");
    await Promise.all([cancelRun(member, runId), cancelRun(member, runId)]);
    const { events } = await readRun(runId);
    await cancelRun(member, runId);
    expect((await readRun(runId)).events).toEqual(events);
    expect(events.filter(({ type }) => type === "run.cancelled")).toHaveLength(1);
  });
});

describe("a stop while tools run", () => {
  test("ends a tool that ignores signals, keeps what had ended, and answers the rest", async () => {
    server.play([
      [call("key", {}, "c1"), call("stubborn", {}, "c2"), call("hold", { name: "x" }, "c3")],
      [say("done")],
    ]);
    const file = agentOf(server, { tools: [tool("key"), tool("stubborn"), tool("hold")] });
    const sessionId = await openSession(member, file);
    const runId = await send(member, sessionId, "go");
    const stubborn = fileOf(member, sessionId, "held-stubborn");
    await untilEvent(runId, ({ type }) => type === "tool.returned");
    await vi.waitUntil(() => isThere(stubborn), { timeout: 20_000 });
    await cancelRun(member, runId);
    const { last, of } = await readRun(runId);
    expect(last?.type).toBe("run.cancelled");
    expect(await workingIn(sessionId)).toEqual([]);
    expect(of("tool.returned").map(({ index }) => index)).toEqual([0]);
    expect(
      of("tool.failed")
        .map(({ index, code }) => [index, code])
        .toSorted(),
    ).toEqual([
      [1, "cancelled"],
      [2, "cancelled"],
    ]);
    expect(server.requests).toHaveLength(1);
    const { runId: next } = await continueSession(member, sessionId);
    expect((await readRun(next)).last?.type).toBe("run.succeeded");
    expect(outputsOf(server).slice(1)).toEqual([
      "The call was stopped by the user.",
      "The call was stopped by the user.",
    ]);
  });

  test("that came while no server was alive still counts, and every call is answered", async () => {
    server.play([[call("hold", { name: "x" }, "c1")], [say("never")]]);
    const sessionId = await openSession(member, agentOf(server, { tools: [tool("hold")] }));
    const runId = await send(member, sessionId, "go");
    await untilEvent(runId, ({ type }) => type === "tool.called");
    // Another has it now, and is gone.
    await query(`update "Run" set "serverId" = 'srv_gone', fence = fence + 1, "cancelRequested" = true where id = $1`, [
      runId,
    ]);
    await cancelRun(member, runId);
    await vi.waitUntil(async () => (await workingIn(sessionId)).length === 0, { timeout: 10_000 });
    const worker = workerHere();
    if (!worker) throw new Error("This process has no worker.");
    await vi.waitUntil(() => takeRun(runId, worker, { from: "srv_gone" }), { timeout: 10_000 });
    const { last, of } = await readRun(runId);
    expect(last?.type).toBe("run.cancelled");
    expect(of("tool.failed")).toMatchObject([{ index: 0, code: "cancelled" }]);
    expect(server.requests).toHaveLength(1);
  });
});

test("a session that was stopped in its first moment goes on", async () => {
  server.play([[say("fine")], [say("fine")]]);
  const sessionId = await openSession(member, agentOf(server, { tools: [tool("key")] }));
  const runId = await send(member, sessionId, "first");
  await cancelRun(member, runId);
  const { last, events } = await readRun(runId);
  expect(["run.cancelled", "run.succeeded"]).toContain(last?.type);
  expect(events.filter(({ type }) => type.startsWith("run.")).map(({ type }) => type)).toEqual([
    "run.started",
    last?.type,
  ]);
  expect((await readRun(await send(member, sessionId, "second"))).last?.type).toBe("run.succeeded");
  expect(inputOf(server)[0]).toMatchObject({ role: "user", content: "first" });
});

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** The processes whose working folder is the session's. */
async function workingIn(sessionId: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    ids.map(async (id) => {
      const environment = await readFile(`/proc/${id}/environ`, "latin1").catch(() => "");
      return environment.includes(sessionId) ? [id] : [];
    }),
  );
  return found.flat();
}
