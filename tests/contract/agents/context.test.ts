import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { exportSession } from "#lib/agents/export.ts";
import { withDatabase } from "#tests/support/database.ts";
import type { Script } from "#tests/support/model-server/script.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import {
  agentOf,
  call,
  converse,
  fileOf,
  inputOf,
  type Member,
  outputsOf,
  readRun,
  say,
  send,
  withTools,
  wordsOf,
} from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Context");
});

const long = (letters: number, id: string) => [call("long", { letters }, id)];
const agent = () => agentOf(server, { tools: [tool("long")], limits: { contextTokens: 2000 } });

test("old outputs are cut to a line that names their file, the newest stay, and both the event and the file tell all", async () => {
  server.play([long(3000, "c1"), long(3000, "c2"), long(3000, "c3"), [say("done")]]);
  const { sessionId, last, of } = await converse(member, agent());
  expect(last?.type).toBe("run.succeeded");
  expect(of("context.trimmed")).toMatchObject([{ turn: 4, calls: [{ turn: 1, index: 0 }] }]);
  const [first, second, third] = outputsOf(server);
  expect([second, third]).toEqual(["x".repeat(3000), "x".repeat(3000)]);
  const [, file = ""] = /in the file (\S+)\.\]$/.exec(first ?? "") ?? [];
  expect(await readFile(fileOf(member, sessionId, file), "utf8")).toBe("x".repeat(3000));
  server.play([[say("still there")]]);
  await readRun(await send(member, sessionId, "more"));
  expect(outputsOf(server)[0]).toBe(first);
});

test("an output that was too long already keeps its file", async () => {
  server.play([long(12_000, "c1"), long(600, "c2"), long(600, "c3"), [say("done")]]);
  const { of } = await converse(member, agent());
  const [whole] = of("tool.returned");
  expect(whole?.resultFile).toMatch(/^result/);
  expect(of("context.trimmed")[0]?.calls[0]?.stub).toContain(`in the file ${whole?.resultFile}.`);
});

test("then the model sums up all but the newest, and the conversation still pairs", async () => {
  const words = (number: number) => `${number} ${"word ".repeat(500)}`;
  server.play([[say(words(1))], [say(words(2))], [say(words(3))]]);
  const { sessionId } = await converse(member, agent(), "question 1");
  for (const number of [2, 3]) await readRun(await send(member, sessionId, `question ${number}`));
  const script: Script = ({ body }) => [
    say(String(body.instructions).startsWith("Sum up") ? "THE SUMMARY" : "the end"),
  ];
  server.play(script);
  const { last, of } = await readRun(await send(member, sessionId, "question 4"));
  expect(last?.type).toBe("run.succeeded");
  expect(of("context.compacted")).toMatchObject([{ summary: expect.stringContaining("THE SUMMARY") }]);
  const [summary, ...rest] = wordsOf(server);
  expect(summary?.[1]).toMatch(/THE SUMMARY/);
  expect(rest.at(-1)).toEqual(["user", "question 4"]);
  expect(inputOf(server).length).toBeLessThan(7);
  const { text } = await exportSession(member, sessionId, "markdown");
  for (const number of [1, 2, 3, 4]) expect(text).toContain(`question ${number}`);
  expect(text).not.toContain("THE SUMMARY");
});

test("a summary that has to be asked for again is, and one without a word changes nothing", async () => {
  const words = (number: number) => `${number} ${"word ".repeat(500)}`;
  server.play([[say(words(1))], [say(words(2))], [say(words(3))]]);
  const { sessionId } = await converse(member, agent(), "question 1");
  for (const number of [2, 3]) await readRun(await send(member, sessionId, `question ${number}`));
  server.play([
    { output: [], fault: { kind: "status", status: 500, headers: { "retry-after-ms": "1" } } },
    [],
    [say("the end")],
  ]);
  const { last, of } = await readRun(await send(member, sessionId, "question 4"));
  expect(last?.type).toBe("run.succeeded");
  expect(of("retry")).toHaveLength(1);
  expect(of("context.compacted")).toEqual([]);
  expect(wordsOf(server)[0]).toEqual(["user", "question 1"]);
});

test("a server that finds the conversation too long gets a shorter one, once, though nobody knows its limit", async () => {
  const words = (number: number) => `${number} ${"word ".repeat(500)}`;
  server.play([[say(words(1))], [say(words(2))], [say(words(3))]]);
  const { sessionId } = await converse(member, agentOf(server), "question 1");
  for (const number of [2, 3]) await readRun(await send(member, sessionId, `question ${number}`));
  const message = "Your input exceeds the context window of this model. Please adjust your input and try again.";
  const fault = { kind: "status", status: 400, code: "context_length_exceeded", message } as const;
  server.play(({ body }) => {
    if (String(body.instructions).startsWith("Sum up")) return [say("THE SUMMARY")];
    return JSON.stringify(body.input).length > 6000 ? { output: [], fault } : [say("the end")];
  });
  const { last, of } = await readRun(await send(member, sessionId, "question 4"));
  expect(last?.type).toBe("run.succeeded");
  expect(of("context.compacted")).toHaveLength(1);
  expect(wordsOf(server).at(-1)).toEqual(["user", "question 4"]);
  server.play([{ output: [], fault }]);
  const alone = await converse(member, agentOf(server), "far too long");
  expect(alone.last).toMatchObject({ type: "run.failed", message: expect.stringContaining("context window") });
});

test("Korean words count for more, since they are more tokens", async () => {
  server.play([[say("가".repeat(1000))], [say("나".repeat(1000))], [say("다".repeat(1000))]]);
  const { sessionId } = await converse(member, agent(), "질문 1");
  for (const number of [2, 3]) await readRun(await send(member, sessionId, `질문 ${number}`));
  server.play(({ body }) => [say(String(body.instructions).startsWith("Sum up") ? "요약" : "끝")]);
  const { of } = await readRun(await send(member, sessionId, "질문 4"));
  expect(of("context.compacted")).toHaveLength(1);
});
