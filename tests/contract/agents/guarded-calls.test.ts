import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saveConfiguration } from "#lib/registry/configurations.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { createTool, typescriptFiles } from "../registry/fixture.ts";
import { guardrail, SECRET } from "./bird-guardrail.ts";
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
  writeTool,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Guarded calls");
});

const guarded = (guardrails: object[], more: object = {}) =>
  agentOf(server, { guardrails, tools: [tool("echo")], ...more });

/** Tools that check. */
let checks = "";
beforeAll(async () => {
  checks = await realpath(await mkdtemp(path.join(os.tmpdir(), "checks-")));
  const given = "text: z.string(), stage: z.string(), tool: z.string().optional()";
  await writeTool(checks, "no_birds", {
    given,
    body: `const { appendFileSync } = await import("node:fs");
  appendFileSync("asked.txt", [args.stage, args.tool, args.text].join("|") + "\\n");
  return { tripped: args.text.includes("heron"), message: "herons are birds" };`,
  });
  await writeTool(checks, "broken", { given: "text: z.string()", body: 'throw new Error("no " + args.text)' });
  await writeTool(checks, "odd", { given: "text: z.string()", body: "return { ok: true }" });
});
afterAll(() => rm(checks, { recursive: true, force: true }));

describe("a tool that checks", () => {
  const by = (name: string) => ({ check: { type: "tool", tool: path.join(checks, name) } });

  test("gets the text, the stage and the tool, is shown to no model, and says why", async () => {
    server.play([[call("echo", { text: "a heron" }, "c1"), call("echo", { text: "a tree" }, "c2")], [say("done")]]);
    const { sessionId, last, of } = await converse(member, guarded([guardrail("toolArguments", by("no_birds"))]));
    expect(last?.type).toBe("run.succeeded");
    expect(outputsOf(server)).toEqual([
      'The guardrail "No birds in toolArguments" refused the arguments of echo: herons are birds.',
      "a tree",
    ]);
    expect(of("guardrail.passed")).toMatchObject([{ index: 1, on: "toolArguments" }]);
    expect(server.requests[0]?.body.tools).toMatchObject([{ name: "echo" }]);
    const asked = await readFile(fileOf(member, sessionId, "asked.txt"), "utf8");
    expect(asked.trim().split("\n").sort()).toEqual([
      'toolArguments|echo|{"text":"a heron"}',
      'toolArguments|echo|{"text":"a tree"}',
    ]);
  });

  test.each([
    ["broken", 'The tool "broken" failed'],
    ["odd", "gave no verdict"],
  ])("and is %s lets nothing through", async (name, words) => {
    server.play([[say(`a ${SECRET}`)]]);
    const { last, events } = await converse(member, guarded([guardrail("output", by(name))]));
    expect(last).toMatchObject({ code: "guardrail_tripped", message: expect.stringContaining(words) });
    expect(JSON.stringify(events)).not.toContain(SECRET);
  });
});

describe("a call", () => {
  test("with refused arguments is not made, and the model is told why", async () => {
    server.play([[call("echo", { text: SECRET }, "c1"), call("echo", { text: "fine" }, "c2")], [say("done")]]);
    const { last, of } = await converse(member, guarded([guardrail("toolArguments")]));
    expect(last?.type).toBe("run.succeeded");
    const sentence = 'The guardrail "No birds in toolArguments" refused the arguments of echo: its pattern is in it.';
    expect(outputsOf(server)).toEqual([sentence, "fine"]);
    expect(of("tool.failed")).toMatchObject([{ index: 0, code: "guardrail_tripped", message: sentence }]);
    expect(of("guardrail.tripped")).toMatchObject([{ index: 0, turn: 1, behavior: "reject" }]);
  });

  test("with refused arguments ends the run where that is wanted", async () => {
    server.play([[call("echo", { text: SECRET }, "c1")]]);
    const { last, of } = await converse(member, guarded([guardrail("toolArguments", { behavior: "stop" })]));
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped" });
    expect(of("tool.returned")).toEqual([]);
  });

  test("with refused arguments is refused before a person is asked about it", async () => {
    server.play([[call("echo", { text: SECRET }, "c1")], [say("done")]]);
    const tools = [{ tool: tool("echo"), approval: "always" }];
    const { last, of } = await converse(member, guarded([guardrail("toolArguments")], { tools }));
    expect(last?.type).toBe("run.succeeded");
    expect(of("approval.asked")).toEqual([]);
    expect(of("guardrail.tripped")).toHaveLength(1);
  });

  test("of a tool that the guardrail is not for is made", async () => {
    server.play([[call("echo", { text: SECRET }, "c1")], [say("done")]]);
    const { last } = await converse(member, guarded([guardrail("toolArguments", { tools: ["other"] })]));
    expect(last?.type).toBe("run.succeeded");
    expect(outputsOf(server)).toEqual([SECRET]);
  });

  test("whose result is refused is answered by the sentence", async () => {
    server.play([[call("echo", { text: SECRET }, "c1")], [say("done")], [say("again")]]);
    const { sessionId, of } = await converse(member, guarded([guardrail("toolResult")]));
    const sentence = 'The guardrail "No birds in toolResult" refused the result of echo: its pattern is in it.';
    expect(outputsOf(server)).toEqual([sentence]);
    expect(of("tool.returned")).toMatchObject([{ result: SECRET }]);
    await readRun(await send(member, sessionId, "more"));
    expect(outputsOf(server)).toEqual([sentence]);
  });

  test("whose result is refused ends the run where that is wanted, and no model ever gets it", async () => {
    server.play([[call("echo", { text: SECRET }, "c1")], [say("again")]]);
    const { sessionId, last } = await converse(member, guarded([guardrail("toolResult", { behavior: "stop" })]));
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped" });
    await readRun(await send(member, sessionId, "more"));
    expect(outputsOf(server)).toEqual([expect.stringContaining("No birds in toolResult")]);
  });

  test("whose result came as its run reached its limit is checked all the same", async () => {
    server.play([[call("echo", { text: SECRET }, "c1")], [say("again")]]);
    const { sessionId, last } = await converse(member, guarded([guardrail("toolResult")], { limits: { turns: 1 } }));
    expect(last?.type).toBe("run.paused");
    await readRun(await send(member, sessionId, "more"));
    expect(outputsOf(server)).toEqual([expect.stringContaining("No birds in toolResult")]);
  });

  test("may be as long as it may be", async () => {
    server.play([[call("echo", { text: "x".repeat(100) }, "c1")], [say("done")]]);
    const longest = guardrail("toolArguments", { check: { type: "longest", characters: 50 } });
    await converse(member, guarded([longest]));
    expect(outputsOf(server)).toEqual([expect.stringContaining("at most 50 are allowed")]);
  });
});

test("what is secret in a configuration of the run's tools is found in an answer, and is told nobody", async () => {
  const user = 'key: z.string().meta({ format: "password" })';
  const made = await createTool(member, typescriptFiles("return config.key.length;", { user }));
  const schema = { type: "object", properties: { key: { type: "string", format: "password" } } };
  const values = '{"key":"correct-horse-battery"}';
  await saveConfiguration(member, schema, { toolId: made.id, name: "usual", values, cleared: [] });
  const secrets = { name: "No secrets", on: "output", check: { type: "secrets" } };
  const tools = [{ tool: made.name, configuration: "usual" }];
  server.play([[say("The key is correct-horse-battery.")], [say("It is a correct horse.")]]);
  const refused = await converse(member, agentOf(server, { tools, guardrails: [secrets] }));
  expect(refused.last).toMatchObject({
    code: "guardrail_tripped",
    message: 'The guardrail "No secrets" refused the answer: it holds a secret of a tool\'s configuration.',
  });
  expect(JSON.stringify(refused.events)).not.toContain("horse");
  const passed = await converse(member, agentOf(server, { tools, guardrails: [secrets] }));
  expect(passed.last?.type).toBe("run.succeeded");
});
