import { beforeAll, describe, expect, test } from "vitest";
import { keepAgentFile } from "#lib/agents/agent-versions.ts";
import type { AgentFile } from "#lib/agents/schema.ts";
import { setVersion } from "#lib/agents/sessions.ts";
import { db } from "#lib/db/client.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { agentOf, call, converse, type Member, outputsOf, readRun, say, send, withTools } from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Handoffs");
});

/** A router that can hand over to these, each of whom can hand back. */
function routerOf(names: string[], more: Record<string, object> = {}): AgentFile {
  const { model } = agentOf(server);
  return agentOf(server, {
    name: "router",
    instructions: "I route.",
    handoffs: names,
    tools: [tool("key")],
    ...more.router,
    agents: names.map((name) => ({
      ...{ name, instructions: `I am ${name}.`, handoffs: ["router"], model, tools: [tool("echo")] },
      ...more[name],
    })),
  });
}

function asked(field: "instructions" | "tools" | "tool_choice"): unknown[] {
  return server.requests.map(({ body }) => body[field]);
}

test("tools run first, then the first handoff, and the others are told so; whoever has it goes on, in the next run, too", async () => {
  server.play([
    [call("transfer_to_coder", {}, "c1"), call("key", {}, "c2"), call("transfer_to_writer", {}, "c3")],
    [say("I am on it.")],
    [say("Still me.")],
  ]);
  const { sessionId, last, events, of } = await converse(member, routerOf(["coder", "writer"]));
  expect(last?.type).toBe("run.succeeded");
  expect(of("handoff")).toMatchObject([{ agent: "router", to: "coder", index: 0 }]);
  expect(outputsOf(server)).toEqual([
    '{"assistant":"coder"}',
    expect.stringMatching(/^run_.*:1\.1$/),
    "Ignored: control passed to coder.",
  ]);
  const order = events.map(({ type }) => type).filter((type) => type === "tool.returned" || type === "handoff");
  expect(order).toEqual(["tool.returned", "handoff"]);
  await readRun(await send(member, sessionId, "more"));
  expect(asked("instructions")).toEqual(["I route.", "I am coder.", "I am coder."]);
  const functions = (asked("tools")[1] as { name: string }[]).map(({ name }) => name);
  expect(functions).toEqual(["echo", "transfer_to_router"]);
});

test("a misspelled handoff is no handoff: the real name is told, and the run ends at its limit with the same agent", async () => {
  server.play(({ turn }) => [call("transfer_to_coderder", {}, `c${turn}`)]);
  const { last, of } = await converse(member, routerOf(["coder"], { router: { limits: { turns: 5 } } }));
  expect(last).toMatchObject({ type: "run.paused", reason: "turns" });
  expect(of("handoff")).toEqual([]);
  expect(new Set(of("model.responded").map(({ agent }) => agent))).toEqual(new Set(["router"]));
  expect(of("tool.failed")).toHaveLength(5);
  expect(outputsOf(server)[0]).toMatch(/transfer_to_coderder.*transfer_to_coder(?!der)/);
});

test("arguments that a model makes up for a handoff are passed over, and those that are no object go back", async () => {
  server.play([
    [call("transfer_to_coder", "{", "c1"), call("transfer_to_writer", { reason: "words" }, "c2")],
    [say("done")],
  ]);
  const { of } = await converse(member, routerOf(["coder", "writer"]));
  expect(of("handoff").map(({ to }) => to)).toEqual(["writer"]);
  expect(outputsOf(server)).toEqual([expect.stringMatching(/JSON/), '{"assistant":"writer"}']);
});

test("agents that hand over to each other for ever share the turns of the one that began", async () => {
  server.play(({ body, turn }) => [
    call(body.instructions === "I route." ? "transfer_to_coder" : "transfer_to_router", {}, `c${turn}`),
  ]);
  const more = { router: { limits: { turns: 6 } }, coder: { limits: { turns: 1000 } } };
  const { last, of } = await converse(member, routerOf(["coder"], more));
  expect(last).toMatchObject({ type: "run.paused", reason: "turns" });
  expect(of("handoff").map(({ to }) => to)).toEqual(["coder", "router", "coder", "router", "coder", "router"]);
});

test("a tool of the agent before is not there for the one after, and that is told", async () => {
  server.play([[call("transfer_to_coder", {}, "c1")], [call("key", {}, "c2")], [say("done")]]);
  const { last } = await converse(member, routerOf(["coder"]));
  expect(last?.type).toBe("run.succeeded");
  expect(outputsOf(server)[1]).toMatch(/no function "key".*echo/);
});

test("agents with Korean names are handed over to by names that a server takes, and described by their own", async () => {
  const functionOf = (at: number, word: string) =>
    (asked("tools")[at] as { name: string; description: string }[]).find(({ description }) =>
      description.includes(word),
    );
  server.play(({ body, turn }) => {
    const tools = body.tools as { name: string; description: string }[];
    const found = tools.find(({ description }) => description.includes("환불 담당"));
    return turn === 0 ? [call(found?.name ?? "none", {}, "c1")] : [say("네.")];
  });
  const { of } = await converse(member, routerOf(["환불 담당", "배송 담당"]));
  expect(of("handoff")).toMatchObject([{ to: "환불 담당" }]);
  expect(functionOf(0, "환불 담당")?.name).toMatch(/^transfer_to_[a-z0-9_-]{1,52}$/);
  expect(functionOf(0, "환불 담당")?.name).not.toBe(functionOf(0, "배송 담당")?.name);
});

test("a forced choice of the one after holds for it, though the one before has used its own", async () => {
  server.play([[call("transfer_to_coder", {}, "c1")], [call("echo", { text: "x" }, "c2")], [say("done")]]);
  const settings = { toolChoice: "required" };
  await converse(member, routerOf(["coder"], { router: { settings }, coder: { settings } }));
  expect(asked("tool_choice")).toEqual(["required", "required", undefined]);
});

describe("another model", () => {
  test("gets the whole conversation without the reasoning and the ids of the one before", async () => {
    server.play([
      [{ type: "reasoning", summary: "hm" }, say("I route."), call("transfer_to_coder", {}, "c1")],
      [say("done")],
    ]);
    const model = (name: string) => ({ model: { name, server: { api: "responses", baseUrl: server.url } } });
    const { last } = await converse(
      member,
      routerOf(["coder"], { router: model("gpt-5"), coder: model("gpt-5-mini") }),
    );
    expect(last?.type).toBe("run.succeeded");
    expect(server.requests.at(-1)?.body.input).toEqual([
      { role: "user", content: "go" },
      { role: "assistant", content: "I route." },
      { type: "function_call", call_id: "c1", name: "transfer_to_coder", arguments: "{}", status: "completed" },
      { type: "function_call_output", call_id: "c1", output: '{"assistant":"coder"}' },
    ]);
  });

  test("over the other API gets it, too", async () => {
    server.play([[say("I route."), call("transfer_to_coder", {}, "c1")], [say("done")]]);
    const chat = { model: { name: "other", server: { api: "chat", baseUrl: server.url } } };
    const { last } = await converse(member, routerOf(["coder"], { coder: chat }));
    expect(last?.type).toBe("run.succeeded");
    expect(server.requests.map(({ api }) => api)).toEqual(["responses", "chat"]);
  });
});

test("an agent that is gone from the file hands back to the first", async () => {
  server.play([[call("transfer_to_coder", {}, "c1")], [say("one")], [say("two")]]);
  const { sessionId } = await converse(member, routerOf(["coder"]));
  await setVersion(member, sessionId, await keepAgentFile(member, agentOf(server, { instructions: "I am alone." })));
  await readRun(await send(member, sessionId, "more"));
  expect(asked("instructions").at(-1)).toBe("I am alone.");
  expect(await db().run.count({ where: { sessionId } })).toBe(2);
});
