import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { keepAgentFile } from "#lib/agents/agent-versions.ts";
import { HANDOFF_PROMPT } from "#lib/agents/handoff-prompt.ts";
import { createSession } from "#lib/agents/talk.ts";
import { withDatabase } from "#tests/support/database.ts";
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
  withTools,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Handoff options");
});

/** A desk that can hand over to a clerk, in this way. */
function deskWith(handoff: object, more: object = {}) {
  const { model } = agentOf(server);
  const clerk = { name: "clerk", instructions: "I am the clerk.", model };
  return agentOf(server, { name: "desk", handoffs: [{ agent: "clerk", ...handoff }], ...more, agents: [clerk] });
}

type Sent = { name: string; parameters: object; strict: boolean };
const sentTools = (at = 0) => (server.requests.at(at)?.body.tools ?? []) as Sent[];

const REASON = {
  type: "object",
  properties: { reason: { type: "string" }, order: { type: "integer" } },
  required: ["reason"],
};

describe("a payload", () => {
  test("is asked for strictly, checked, and kept to the last digit", async () => {
    server.play([
      [call("transfer_to_clerk", { order: 7 }, "c1")],
      [call("transfer_to_clerk", '{"reason":"refund","order":9007199254740993}', "c2")],
      [say("Refunded.")],
    ]);
    const { last, of } = await converse(member, deskWith({ inputType: REASON }));
    expect(last?.type).toBe("run.succeeded");
    expect(sentTools()[0]).toMatchObject({
      name: "transfer_to_clerk",
      strict: true,
      parameters: { required: ["reason", "order"], additionalProperties: false },
    });
    expect(of("handoff").map(({ payload }) => payload)).toEqual(['{"reason":"refund","order":9007199254740993}']);
    expect(outputsOf(server)).toEqual([
      expect.stringMatching(/^Invalid arguments: .*`reason`.*\.$/),
      '{"assistant":"clerk"}',
    ]);
    expect(of("model.responded").map(({ agent }) => agent)).toEqual(["desk", "desk", "clerk"]);
  });

  test("is none without an inputType", async () => {
    server.play([[call("transfer_to_clerk", { reason: "made up" })], [say("done")]]);
    const { of } = await converse(member, deskWith({}));
    expect(sentTools()[0]?.parameters).toEqual({
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    });
    expect(of("handoff")[0]).not.toHaveProperty("payload");
  });
});

describe("onHandoff", () => {
  test("gets the payload with a key of its own, is logged as a call of its own, and the conversation goes over", async () => {
    server.play([[call("transfer_to_clerk", { reason: "refund" }, "c1")], [say("done")]]);
    const file = deskWith({ inputType: REASON, onHandoff: { tool: tool("desk") } });
    const { sessionId, runId, of, events } = await converse(member, file);
    expect(await readFile(fileOf(member, sessionId, "told"), "utf8")).toBe(
      `${runId}:1.0.onHandoff {"reason":"refund"}\n`,
    );
    expect(of("tool.called")).toMatchObject([
      { helper: "onHandoff", turn: 1, index: 0, arguments: '{"reason":"refund"}' },
    ]);
    expect(of("tool.returned")).toMatchObject([{ helper: "onHandoff", result: "noted" }]);
    expect(
      of("tool.log")
        .map(({ text }) => text)
        .join(""),
    ).toContain("looked at refund");
    const order = events.map(({ type }) => type).filter((type) => type === "tool.returned" || type === "handoff");
    expect(order).toEqual(["tool.returned", "handoff"]);
    expect(outputsOf(server)).toEqual(['{"assistant":"clerk"}']);
    expect(sentTools().map(({ name }) => name)).toEqual(["transfer_to_clerk"]);
  });

  test("gets an empty object without a payload", async () => {
    server.play([[call("transfer_to_clerk", { made: "up" })], [say("done")]]);
    const { sessionId } = await converse(member, deskWith({ onHandoff: { tool: tool("desk") } }));
    expect(await readFile(fileOf(member, sessionId, "told"), "utf8")).toMatch(/ \{\}\n$/);
  });

  test("that fails keeps the conversation, and its reason goes to the model; then the next handoff is taken", async () => {
    server.play([
      [call("transfer_to_clerk", { reason: "no" }, "c1"), call("transfer_to_clerk", { reason: "please" }, "c2")],
      [say("done")],
    ]);
    const file = deskWith({ inputType: REASON, onHandoff: { tool: tool("desk") } });
    const { of } = await converse(member, file);
    expect(outputsOf(server)).toEqual([
      expect.stringMatching(/^The conversation was not handed over to clerk\. .*the desk is closed/s),
      '{"assistant":"clerk"}',
    ]);
    expect(of("handoff")).toMatchObject([{ index: 1, payload: '{"reason":"please"}' }]);
    expect(of("tool.failed").map(({ index, helper }) => [index, helper])).toEqual([
      [0, "onHandoff"],
      [0, undefined],
    ]);
  });

  test("that is not there keeps the conversation", async () => {
    server.play([[call("transfer_to_clerk")], [say("done")]]);
    const { of } = await converse(member, deskWith({ onHandoff: { tool: "no-such-tool" } }));
    expect(of("handoff")).toEqual([]);
    expect(outputsOf(server)).toEqual([expect.stringMatching(/not handed over to clerk.*"no-such-tool".*not there/)]);
  });
});

describe("isEnabled", () => {
  test("false takes the function out of the request, and a call of it is told so", async () => {
    server.play([[call("transfer_to_clerk")], [say("done")]]);
    const { of } = await converse(member, deskWith({ isEnabled: false }, { settings: { toolChoice: "required" } }));
    expect(sentTools()).toEqual([]);
    expect(server.requests[0]?.body.tool_choice).toBeUndefined();
    expect(of("handoff")).toEqual([]);
    expect(outputsOf(server)).toEqual(['The function "transfer_to_clerk" is not enabled at this turn.']);
  });

  test("is looked at anew at each turn, and all conditions have to hold", async () => {
    server.play([[call("key", {}, "c1")], [say("one")], [say("two")]]);
    const isEnabled = [
      { at: "/turn", is: ">", value: 1 },
      { at: "/agent", is: "==", value: "desk" },
      { at: "/lastMessage", is: "contains", value: "go" },
      { at: "/messages", is: "<", value: 2 },
      { at: "/startedBy/role", is: "==", value: "owner" },
      { at: "/data/plan/tier", is: "==", value: "gold" },
    ];
    const version = await keepAgentFile(member, deskWith({ isEnabled }, { tools: [tool("key")] }));
    const sessionId = await createSession(member, { ...version, data: '{"plan":{"tier":"gold"}}' });
    await readRun(await send(member, sessionId, "go"));
    await readRun(await send(member, sessionId, "go on"));
    const names = [0, 1, 2].map((at) => sentTools(at).map(({ name }) => name));
    expect(names).toEqual([["key"], ["key", "transfer_to_clerk"], ["key"]]);
  });

  test("knows of no data where none were given, and data that are no object are refused", async () => {
    server.play([[say("done")]]);
    const file = deskWith({ isEnabled: [{ at: "/data/plan", is: "missing" }] });
    await readRun(await send(member, await openSession(member, file), "go"));
    expect(sentTools().map(({ name }) => name)).toEqual(["transfer_to_clerk"]);
    const version = await keepAgentFile(member, file);
    for (const data of ["[1]", "7", "null", "{"])
      await expect(createSession(member, { ...version, data })).rejects.toMatchObject({ code: "invalid_input" });
  });
});

test.each(["en", "ko"] as const)("the recommended prompt (%s) stands before the instructions", async (language) => {
  server.play([[say("done")]]);
  await converse(member, deskWith({}, { handoffPrompt: language, instructions: "I am the desk." }));
  expect(server.requests[0]?.body.instructions).toBe(`${HANDOFF_PROMPT[language]}\n\nI am the desk.`);
});
