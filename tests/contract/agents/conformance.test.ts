import { mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { type Case, converseBySdk, normalise, toAgentFile } from "./conformance.ts";
import { agentOf, call, type Member, openSession, readRun, say, send, withTools, writeTool } from "./fixture.ts";

let member: Member;
withDatabase();
const tool = withTools();
const server = withModelServer();
let root = "";
let filter = "";
beforeAll(async () => {
  member = await createTeam("Conformance");
  root = await realpath(await mkdtemp(path.join(os.tmpdir(), "conformance-")));
  const given =
    "inputHistory: z.array(z.any()), preHandoffItems: z.array(z.any()), newItems: z.array(z.any()), context: z.any()";
  filter = await writeTool(root, "filter", { given, body: "return { ...args, preHandoffItems: [] };" });
});
afterAll(() => rm(root, { recursive: true, force: true }));

const CASES: Record<string, Case> = {
  "a plain answer": { script: [[say("Hello.")]] },
  "one tool": { tools: ["echo"], script: [[call("echo", { text: "a" })], [say("Done.")]] },
  "text beside a call": { tools: ["echo"], script: [[say("Wait."), call("echo", { text: "a" })], [say("Done.")]] },
  "reasoning before a call": {
    tools: ["echo"],
    script: [[{ type: "reasoning", summary: "I echo." }, call("echo", { text: "a" })], [say("Done.")]],
  },
  "parallel tools": {
    tools: ["echo"],
    script: [
      [call("echo", { text: "a" }, "c1"), call("echo", { text: "b" }, "c2"), call("echo", { text: "c" }, "c3")],
      [say("Done.")],
    ],
  },
  "several turns": {
    messages: ["one", "two"],
    tools: ["echo"],
    script: [
      [call("echo", { text: "a" }, "c1")],
      [call("echo", { text: "b" }, "c2")],
      [say("Done.")],
      [call("echo", { text: "c" }, "c3")],
      [say("Done again.")],
    ],
  },
  "a tool that fails": { tools: ["fail"], script: [[call("fail")], [say("Done.")]] },
  "a handoff": {
    agents: ["desk", "refunds"],
    script: [[call("transfer_to_refunds")], [say("Refunded.")]],
  },
  "a handoff after a tool": {
    agents: ["desk", "refunds"],
    tools: ["echo"],
    script: [[call("echo", { text: "a" }), call("transfer_to_refunds", {}, "c2")], [say("Refunded.")]],
  },
  "a tool that must be called, once": {
    tools: ["echo"],
    toolChoice: "echo",
    script: [[call("echo", { text: "a" })], [say("Done.")]],
  },
  "any tool, once": {
    tools: ["echo", "fail"],
    toolChoice: "required",
    script: [[call("echo", { text: "a" })], [say("Done.")]],
  },
  "a handoff with a payload": {
    agents: ["desk", "refunds"],
    handoff: { hasPayload: true },
    script: [[call("transfer_to_refunds", { reason: "broken" })], [say("Refunded.")]],
  },
  "a handoff under another name": {
    agents: ["desk", "Refunds Desk"],
    handoff: { toolNameOverride: "to_refunds", toolDescriptionOverride: "Knows refunds." },
    script: [[call("to_refunds")], [say("Refunded.")]],
  },
  "a handoff that is not enabled": {
    agents: ["desk", "refunds"],
    tools: ["echo"],
    handoff: { isEnabled: false },
    script: [[call("echo", { text: "a" })], [say("I do it myself.")]],
  },
  "a handoff without tools": {
    agents: ["desk", "refunds"],
    tools: ["echo"],
    handoff: { filter: "withoutTools" },
    script: [
      [say("Wait."), call("echo", { text: "a" }, "c1")],
      [say("I hand over."), call("echo", { text: "b" }, "c2"), call("transfer_to_refunds", {}, "c3")],
      [say("Refunded.")],
    ],
  },
  "a handoff with a filter of one's own": {
    agents: ["desk", "refunds"],
    tools: ["echo"],
    handoff: { filter: "own" },
    script: [
      [say("Wait."), call("echo", { text: "a" }, "c1")],
      [say("I hand over."), call("transfer_to_refunds", {}, "c2")],
      [say("Refunded.")],
    ],
  },
  "two handoffs in a turn": {
    agents: ["desk", "refunds", "orders"],
    isStar: true,
    script: [[call("transfer_to_refunds", {}, "c1"), call("transfer_to_orders", {}, "c2")], [say("Refunded.")]],
  },
  "agents that hand over to each other until the limit": {
    agents: ["desk", "refunds"],
    isCircle: true,
    turns: 4,
    script: [
      [call("transfer_to_refunds", {}, "c1")],
      [call("transfer_to_desk", {}, "c2")],
      [call("transfer_to_refunds", {}, "c3")],
      [call("transfer_to_desk", {}, "c4")],
    ],
  },
  "an agent that is asked like a tool": {
    agents: ["desk", "clerk"],
    asks: true,
    script: [
      [say("I ask."), call("ask_clerk", { input: "How much?" })],
      [say("Seven.")],
      [call("ask_clerk", { input: "Sure?" }, "c2")],
      [say("Quite.")],
      [say("It is 7.")],
    ],
  },
  "structured output": { hasOutput: true, script: [[say('{"answer":"yes"}')]] },
  "a limit of turns": {
    turns: 2,
    tools: ["echo"],
    script: [[call("echo", { text: "a" }, "c1")], [call("echo", { text: "b" }, "c2")]],
  },
};

async function converseByStudio(given: Case): Promise<void> {
  const { model } = agentOf(server);
  const pathOf = (name: "echo" | "fail" | "filter") => (name === "filter" ? filter : tool(name));
  const sessionId = await openSession(member, agentOf(server, toAgentFile(given, { pathOf, model })));
  for (const text of given.messages ?? ["go"]) await readRun(await send(member, sessionId, text));
}

test.each(Object.entries(CASES))("%s is asked for in the SDK's words", async (_, given) => {
  server.play(given.script);
  await converseByStudio(given);
  const own = server.requests.map(({ body }) => normalise(body));
  expect(server.violations).toEqual([]);
  await server.reset();
  server.play(given.script);
  await converseBySdk(given, server.url);
  const theirs = server.requests.map(({ body }) => normalise(body));
  // What the SDK does is not for this test to judge.
  server.takeViolations();
  expect(own).toEqual(theirs);
});
