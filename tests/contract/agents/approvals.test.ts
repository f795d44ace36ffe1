import { writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { decideApproval } from "#lib/agents/approvals/decide.ts";
import { listApprovals } from "#lib/agents/approvals/list.ts";
import { ApprovalAnswer } from "#lib/agents/approvals/schema.ts";
import { forkSession } from "#lib/agents/fork.ts";
import { getSession } from "#lib/agents/sessions.ts";
import { sendMessage } from "#lib/agents/talk.ts";
import { workerHere } from "#lib/agents/worker.ts";
import { db } from "#lib/db/client.ts";
import { untilIdle } from "#lib/runs/agent-run.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { recoverRuns } from "#lib/runs/supervise.ts";
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
  type ToolName,
  untilEvent,
  withTools,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Approvals");
});

type Approvals = Partial<Record<ToolName, unknown>>;

function agent(approvals: Approvals, more = {}) {
  const tools = Object.entries(approvals).map(([name, approval]) => ({ tool: tool(name as ToolName), approval }));
  return agentOf(server, { tools, ...more });
}

/** Begins a run, and resolves when it waits for people. */
async function waiting(approvals: Approvals, more = {}) {
  const sessionId = await openSession(member, agent(approvals, more));
  const runId = await send(member, sessionId, "go");
  await untilStatus(runId, "waiting");
  return { sessionId, runId };
}

async function untilStatus(runId: string, status: string) {
  await vi.waitUntil(async () => (await db().run.findUniqueOrThrow({ where: { id: runId } })).status === status, {
    timeout: 20_000,
  });
}

type Place = { sessionId: string; runId: string };

function decide({ sessionId, runId }: Place, answer: object, by = member) {
  return decideApproval(by, sessionId, ApprovalAnswer.parse({ runId, call: "1.0", ...answer }));
}
const approve = { decision: "approve" };

describe("a call that people have to approve", () => {
  test("is asked for durably, belongs to no server, runs once when it is approved, and the log says who did", async () => {
    server.play([[call("key")], [say("done")]]);
    const at = await waiting({ key: "always" });
    expect(await db().run.findUniqueOrThrow({ where: { id: at.runId } })).toMatchObject({
      serverId: "",
      finishedAt: null,
    });
    expect(await getSession(member, at.sessionId)).toMatchObject({ status: "waiting", runId: at.runId });
    const question = { ...at, sessionTitle: "go", agent: "Tester", name: "key", call: "1.0", arguments: "{}" };
    expect(await listApprovals(member)).toMatchObject([question]);
    expect(await listApprovals(await createTeam("Others"))).toEqual([]);
    await decide(at, approve);
    const { of, last } = await readRun(at.runId);
    expect(last?.type).toBe("run.succeeded");
    expect(await listApprovals(member)).toEqual([]);
    expect(of("approval.asked")).toMatchObject([{ agent: "Tester", turn: 1, index: 0, name: "key", arguments: "{}" }]);
    expect(of("approval.decided")).toMatchObject([{ decision: "approve", by: member.id, scope: "call" }]);
    expect(of("tool.called")).toHaveLength(1);
    expect(outputsOf(server)).toEqual([`${at.runId}:1.0`]);
    expect(await db().sessionInput.count({ where: { sessionId: at.sessionId } })).toBe(0);
  });

  test("is asked for only where a condition holds of its arguments, and never where it cannot run anyway", async () => {
    server.play([[call("echo", { text: "plain" }, "a"), call("echo", { text: 7 }, "b")], [say("done")]]);
    const when = [{ at: "/text", is: "matches", value: "^danger" }];
    const sessionId = await openSession(member, agent({ echo: { when } }));
    const { of } = await readRun(await send(member, sessionId, "go"));
    expect(of("approval.asked")).toEqual([]);
    expect(of("tool.returned")).toHaveLength(1);
    server.play([[call("echo", { text: "danger" })], [say("done")]]);
    const at = await waiting({ echo: { when } });
    await decide(at, approve);
    expect((await readRun(at.runId)).last?.type).toBe("run.succeeded");
  });

  test("does not run when it is rejected, and the model hears the reason", async () => {
    server.play([[call("echo", { text: "a" })], [say("sorry")]]);
    const at = await waiting({ echo: "always" });
    await decide(at, { decision: "reject", reason: "not on a Sunday" });
    const { of, last } = await readRun(at.runId);
    expect(last?.type).toBe("run.succeeded");
    expect(of("tool.returned")).toEqual([]);
    expect(of("tool.failed")).toMatchObject([{ code: "forbidden" }]);
    expect(outputsOf(server)).toEqual(["The call did not run: a person rejected it, and said: not on a Sunday."]);
  });

  test("runs with the arguments that a person put in place of the model's, which hears of it", async () => {
    server.play([[call("echo", { text: "a" })], [say("done")]]);
    const at = await waiting({ echo: "always" });
    await expect(decide(at, { ...approve, arguments: '{"text":7}' })).rejects.toMatchObject({ code: "invalid_input" });
    await decide(at, { ...approve, arguments: '{"text":"b"}' });
    const { of } = await readRun(at.runId);
    expect(of("approval.decided")).toMatchObject([{ arguments: '{"text":"b"}' }]);
    expect(of("tool.called")).toMatchObject([{ arguments: '{"text":"b"}' }]);
    expect(outputsOf(server)).toEqual([
      'A person changed the arguments of this call before it ran, to {"text":"b"}\n\nb',
    ]);
  });

  test("is not asked for again in its session, but in a fork of it", async () => {
    server.play([
      [call("echo", { text: "a" }, "c1"), call("echo", { text: "b" }, "c2")],
      [call("echo", { text: "c" }, "c3")],
      [say("done")],
      [call("echo", { text: "d" }, "c4")],
      [say("done")],
    ]);
    const at = await waiting({ echo: "always" });
    await decide(at, { ...approve, scope: "session" });
    const { of } = await readRun(at.runId);
    expect(of("approval.asked")).toHaveLength(2);
    expect(of("approval.decided").map(({ index, scope, by }) => [index, scope, by])).toEqual([
      [0, "session", member.id],
      [1, "session", member.id],
    ]);
    expect(of("tool.returned")).toHaveLength(3);
    const later = message("again");
    const { runId } = await sendMessage(member, at.sessionId, { message: later, mode: "queue" });
    expect((await readRun(runId ?? "")).of("approval.asked")).toEqual([]);
    server.play([[call("echo", { text: "e" }, "c5")], [say("done")]]);
    const fork = await forkSession(member, at.sessionId, { messageId: later.id, message: message("other") });
    const forked = await db().run.findFirstOrThrow({ where: { sessionId: fork.sessionId, finishedAt: null } });
    await untilStatus(forked.id, "waiting");
    await cancelRun(member, forked.id);
    await recoverRuns(workerHere());
    await readRun(forked.id);
  });

  test("is refused when nobody decides in time, by the database's clock", async () => {
    server.play([[call("echo", { text: "a" })], [say("done")]]);
    const at = await waiting({ echo: "always" }, { limits: { approvalSeconds: 1 } });
    await vi.waitUntil(async () => (await query(OVERDUE, [at.runId]))[0]?.over, { timeout: 5000 });
    await expect(decide(at, approve)).rejects.toMatchObject({ code: "conflict", message: /in time/ });
    await recoverRuns(workerHere());
    const { of } = await readRun(at.runId);
    expect(of("approval.decided")).toMatchObject([{ decision: "expired", by: null }]);
    expect(outputsOf(server)).toEqual(["The call did not run: nobody approved it in time."]);
  });

  const OVERDUE = `SELECT "wakeAt" <= now() AT TIME ZONE 'UTC' AS over FROM "Run" WHERE id = $1`;
});

test("what needs no approval runs meanwhile, one that is approved while others run begins at once, and handoffs come last", async () => {
  server.play([
    [
      call("echo", { text: "a" }, "c1"),
      call("hold", { name: "x" }, "c2"),
      call("key", {}, "c3"),
      call("transfer_to_other", {}, "c4"),
    ],
    [say("done")],
  ]);
  const more = { handoffs: ["Other"], agents: [{ name: "Other", model: agentOf(server).model }] };
  const sessionId = await openSession(member, agent({ echo: "always", hold: "never", key: "always" }, more));
  const runId = await send(member, sessionId, "go");
  await untilEvent(runId, ({ type }) => type === "tool.called");
  await decide({ sessionId, runId }, approve);
  await untilEvent(runId, (event) => event.type === "tool.returned" && event.index === 0);
  await writeFile(fileOf(member, sessionId, "go-x"), "");
  await untilStatus(runId, "waiting");
  const before = await db().event.findMany({ where: { runId, type: { in: ["tool.returned", "handoff"] } } });
  expect(before.map(({ type }) => type)).toEqual(["tool.returned", "tool.returned"]);
  await decide({ sessionId, runId }, { ...approve, call: "1.2" });
  const { events, last } = await readRun(runId);
  expect(last?.type).toBe("run.succeeded");
  const order = events.flatMap((event) =>
    event.type === "tool.returned" || event.type === "handoff" ? [event.index] : [],
  );
  expect(order).toEqual([0, 1, 2, 3]);
});

describe("of people who decide", () => {
  test("at once, one wins and the others are told who did; later it says the same", async () => {
    server.play([[call("key")], [say("done")]]);
    const at = await waiting({ key: "always" });
    const answers = [approve, { decision: "reject" }, approve, { decision: "reject", reason: "no" }];
    const done = await Promise.allSettled(answers.map((answer) => decide(at, answer)));
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const lost = done.filter((each) => each.status === "rejected");
    for (const { reason } of lost) expect(reason).toMatchObject({ code: "conflict", message: /^You have already / });
    const { of } = await readRun(at.runId);
    expect(of("approval.decided")).toHaveLength(1);
    await expect(decide(at, approve)).rejects.toMatchObject({ code: "conflict", message: /^You have already / });
  });

  test("on what does not wait, none can", async () => {
    server.play([[call("key")], [say("done")]]);
    const at = await waiting({ key: "always" });
    await expect(decide(at, { ...approve, call: "1.1" })).rejects.toMatchObject({ code: "not_found" });
    await expect(decide(at, { ...approve, call: "2.0" })).rejects.toMatchObject({ code: "not_found" });
    await decide(at, approve);
    await readRun(at.runId);
  });
});

test("a run that waits and is stopped ends at once, with an answer to each call", async () => {
  server.play([[call("key", {}, "c1"), call("echo", { text: "a" }, "c2")], [say("fine")]]);
  const at = await waiting({ key: "always", echo: "always" });
  await cancelRun(member, at.runId);
  await recoverRuns(workerHere());
  const { of, last } = await readRun(at.runId);
  expect(last?.type).toBe("run.cancelled");
  expect(of("tool.failed").map(({ code }) => code)).toEqual(["cancelled", "cancelled"]);
  await expect(decide(at, approve)).rejects.toMatchObject({ code: "conflict" });
  await readRun(await send(member, at.sessionId, "go on"));
  expect(outputsOf(server)).toHaveLength(2);
});

test("messages wait in line meanwhile, and waiting is no time of the run", async () => {
  server.play([[call("key")], [say("first")], [say("second")]]);
  const at = await waiting({ key: "always" }, { limits: { seconds: 600 } });
  await sendMessage(member, at.sessionId, { message: message("and then"), mode: "queue" });
  await sendMessage(member, at.sessionId, { message: message("by the way"), mode: "steer" });
  await recoverRuns(workerHere());
  expect((await getSession(member, at.sessionId)).inputs.map(({ text }) => text)).toEqual(["and then", "by the way"]);
  await query(`UPDATE "Event" SET at = at - interval '1 hour' WHERE "runId" = $1`, [at.runId]);
  await decide(at, approve);
  expect((await readRun(at.runId)).last?.type).toBe("run.succeeded");
  await untilIdle();
});

test("a call that the model server wants to make itself is approved, or not, the same way", async () => {
  const request = (id: string, name: string) => ({
    type: "mcp_approval_request",
    id,
    server_label: "docs",
    name,
    arguments: '{"q":1}',
  });
  server.play([[request("mcpr_1", "read"), request("mcpr_2", "write"), call("key")], [say("done")]]);
  const hosted = { type: "mcp", server_label: "docs", server_url: "https://example.test/mcp" };
  const at = await waiting({ key: "never" }, { hostedTools: [hosted] });
  await decide(at, approve);
  await decide(at, { decision: "reject", call: "1.1", reason: "only read" });
  const { of, last } = await readRun(at.runId);
  expect(last?.type).toBe("run.succeeded");
  expect(of("approval.asked").map(({ name }) => name)).toEqual(["docs/read", "docs/write"]);
  expect(inputOf(server).filter(({ type }) => type === "mcp_approval_response")).toEqual([
    { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
    { type: "mcp_approval_response", approval_request_id: "mcpr_2", approve: false, reason: "only read" },
  ]);
  expect(outputsOf(server)).toEqual([`${at.runId}:1.2`]);
});

test("a call of an agent that is asked like a tool is asked for outside, and approved for the whole session", async () => {
  server.play([
    [call("ask_helper", { input: "look" }, "c1"), call("echo", { text: "own" }, "c2")],
    [call("key", {}, "c3")],
    [say("looked")],
    [call("ask_helper", { input: "again" }, "c4")],
    [call("key", {}, "c5")],
    [say("looked again")],
    [say("done")],
  ]);
  const helper = { name: "Helper", model: agentOf(server).model, tools: [{ tool: tool("key"), approval: "always" }] };
  const at = await waiting({ echo: "never" }, { agents: [helper], agentTools: ["Helper"] });
  const [question] = await listApprovals(member);
  expect(question).toMatchObject({ ...at, call: "1.0/1.0", agent: "Helper", name: "key" });
  await decide(at, { ...approve, call: "1.0/1.0", scope: "session" });
  const { of, last } = await readRun(at.runId);
  expect(last?.type).toBe("run.succeeded");
  expect(of("approval.asked")).toHaveLength(1);
  expect(of("approval.decided")).toMatchObject([{ within: "1.0", decision: "approve", by: member.id }]);
  expect(of("tool.called").filter(({ toolName }) => toolName === "key")).toHaveLength(2);
});
