import { beforeAll, expect, test } from "vitest";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { type Case, converseBySdk, normalise, toAgentFile } from "./conformance.ts";
import { agentOf, call, type Member, openSession, readRun, say, send, withTools } from "./fixture.ts";

let member: Member;
withDatabase();
const tool = withTools();
const server = withModelServer();
beforeAll(async () => {
  member = await createTeam("Conformance");
});

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
  "structured output": { hasOutput: true, script: [[say('{"answer":"yes"}')]] },
  "a limit of turns": {
    turns: 2,
    tools: ["echo"],
    script: [[call("echo", { text: "a" }, "c1")], [call("echo", { text: "b" }, "c2")]],
  },
};

async function converseByStudio(given: Case): Promise<void> {
  const { model } = agentOf(server);
  const sessionId = await openSession(member, agentOf(server, toAgentFile(given, { pathOf: tool, model })));
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
