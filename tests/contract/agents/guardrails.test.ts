import { writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { sendMessage } from "#lib/agents/talk.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { guardrail, SECRET } from "./bird-guardrail.ts";
import {
  agentOf,
  call,
  converse,
  fileOf,
  type Member,
  message,
  openSession,
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
  member = await createTeam("Guardrails");
});

const guarded = (guardrails: object[], more: object = {}) =>
  agentOf(server, { guardrails, tools: [tool("echo")], ...more });
const JUDGE = { type: "model", instructions: "Birds are not talked about." };
const verdict = (tripped: boolean, reason = "it is about birds") => [say(JSON.stringify({ tripped, reason }))];
/** Whether a request is a check's. */
const isJudge = ({ body }: { body: Record<string, unknown> }) => String(body.instructions).includes("Birds are not");
const bodies = () => JSON.stringify(server.requests.map(({ body }) => body));

describe("an input", () => {
  test("that is refused is sent to no model, neither now nor later, and the run says why without its words", async () => {
    server.play([[say("Hello!")]]);
    const { sessionId, last, of } = await converse(member, guarded([guardrail("input")]), `I saw a ${SECRET}`);
    const sentence = 'The guardrail "No birds in input" refused the message: its pattern is in it.';
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped", message: sentence });
    const [sent] = of("message");
    expect(of("guardrail.tripped")).toMatchObject([
      { on: "input", check: "pattern", behavior: "stop", turn: 1, message: sentence, messageId: sent?.messageId },
    ]);
    expect(server.requests).toEqual([]);
    await readRun(await send(member, sessionId, "hello"));
    expect(wordsOf(server)).toEqual([["user", "hello"]]);
  });

  test("passes by default before the model is asked, and a check's own words are said", async () => {
    server.play([[say("Hello!")]]);
    const words = guardrail("input", { message: "We do not talk about birds." });
    const { last } = await converse(member, guarded([words]), "hello");
    expect(last?.type).toBe("run.succeeded");
    const refused = await converse(member, guarded([words]), SECRET);
    expect(refused.last).toMatchObject({ message: "We do not talk about birds." });
  });

  test("is checked beside the first answer by what takes time, whose trip ends the request, and nothing of the answer is used", async () => {
    server.play((question) =>
      isJudge(question) ? verdict(true) : { output: [say("An answer that goes on and on")], pace: "steps", chunk: 3 },
    );
    const file = guarded([guardrail("input", { check: JUDGE })]);
    const { last, of } = await converse(member, file, "about birds");
    expect(last).toMatchObject({ code: "guardrail_tripped", message: expect.stringContaining("it is about birds") });
    expect(of("model.responded")).toEqual([]);
    expect(of("text.delta")).toEqual([]);
    expect(server.aborted).toHaveLength(1);
  });

  test("that is awaited is checked before the model is asked, and what the check took is counted", async () => {
    server.play((question) => (isJudge(question) ? verdict(false) : [say("Fine.")]));
    const file = guarded([guardrail("input", { check: JUDGE, blocking: true })]);
    const { last, of } = await converse(member, file, "about trees");
    expect(last?.type).toBe("run.succeeded");
    expect(server.requests.map(isJudge)).toEqual([true, false]);
    expect(server.requests[0]?.body).toMatchObject({
      input: [{ role: "user", content: "about trees" }],
      text: { format: { type: "json_schema", name: "verdict", strict: true } },
    });
    expect(of("guardrail.passed")).toHaveLength(1);
    expect(of("usage")).toHaveLength(2);
  });

  test("that joins a run on its way is checked before the next answer", async () => {
    server.play([[call("hold", { name: "steer" }, "c1")], [say("never")]]);
    const file = guarded([guardrail("input")], { tools: [tool("hold")] });
    const sessionId = await openSession(member, file);
    const runId = await send(member, sessionId, "go");
    await untilEvent(runId, ({ type }) => type === "tool.called");
    await sendMessage(member, sessionId, { message: message(SECRET), mode: "steer" });
    await writeFile(fileOf(member, sessionId, "go-steer"), "");
    const { last } = await readRun(runId);
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped" });
    expect(server.requests).toHaveLength(1);
    expect(bodies()).not.toContain(SECRET);
  });

  test("is still checked by the first agent when another has the conversation", async () => {
    server.play([[call("transfer_to_other", {}, "c1")], [say("I am other.")], [say("never")]]);
    const { model } = agentOf(server);
    const other = { name: "other", instructions: "Other.", model };
    const file = guarded([guardrail("input")], { handoffs: ["other"], agents: [other] });
    const { sessionId } = await converse(member, file, "hello");
    const { last } = await readRun(await send(member, sessionId, SECRET));
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped" });
  });
});

describe("an output", () => {
  test("that is held back reaches nobody before it passed, and nobody at all when it is refused", async () => {
    server.play([
      { output: [{ type: "reasoning", summary: SECRET }, say(`It is a ${SECRET}.`)], chunk: 4 },
      [say("Next.")],
    ]);
    const { sessionId, last, events, of } = await converse(member, guarded([guardrail("output")]));
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped" });
    expect(JSON.stringify(events)).not.toContain(SECRET);
    expect(events.filter(({ type }) => type.endsWith(".delta"))).toEqual([]);
    expect(of("guardrail.tripped")).toMatchObject([{ on: "output", turn: 1, behavior: "stop" }]);
    expect(of("usage")).toHaveLength(1);
    await readRun(await send(member, sessionId, "and now?"));
    expect(wordsOf(server)).toEqual([
      ["user", "go"],
      ["user", "and now?"],
    ]);
  });

  test("that passes is shown whole; text beside a call is no final answer", async () => {
    server.play([[say(`a ${SECRET}`), call("echo", { text: "x" }, "c1")], [say("All is well.")]]);
    const { last, events, of } = await converse(member, guarded([guardrail("output")]));
    expect(last?.type).toBe("run.succeeded");
    expect(of("model.responded").map(({ turn }) => turn)).toEqual([1, 2]);
    expect(events.filter(({ type }) => type === "answer.held").length).toBeLessThanOrEqual(1);
    const read = await readRun(of("model.responded")[0]?.runId ?? "");
    expect(read.of("answer.held")).toEqual([]);
  });

  test("that is not held back is shown as it comes, and taken back when it is refused", async () => {
    server.play([{ output: [say(`It is a ${SECRET}.`)], chunk: 4 }, [say("Next.")]]);
    const { sessionId, last, of } = await converse(member, guarded([guardrail("output", { blocking: false })]));
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped" });
    expect(of("model.responded")).toHaveLength(1);
    await readRun(await send(member, sessionId, "and now?"));
    expect(bodies()).not.toContain(SECRET);
  });

  test("that is rejected is asked for once more with the reason, and then the run stops", async () => {
    server.play([[say(`a ${SECRET}`)], [say(`still a ${SECRET}`)]]);
    const file = guarded([guardrail("output", { behavior: "reject" })]);
    const { last, events, of } = await converse(member, file);
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped" });
    expect(of("guardrail.tripped").map(({ behavior }) => behavior)).toEqual(["reject", "stop"]);
    expect(server.requests).toHaveLength(2);
    expect(wordsOf(server).at(-1)).toEqual(["user", expect.stringContaining('The guardrail "No birds in output"')]);
    expect(bodies() + JSON.stringify(events)).not.toContain(SECRET);
  });

  test("that is rejected may be better the second time", async () => {
    server.play([[say(`a ${SECRET}`)], [say("Something else.")]]);
    const { last, of } = await converse(member, guarded([guardrail("output", { behavior: "reject" })]));
    expect(last?.type).toBe("run.succeeded");
    expect(of("model.responded").map(({ turn }) => turn)).toEqual([2]);
  });

  test("that was cut off is checked, too", async () => {
    server.play([{ output: [say(`It is a ${SECRET}`)], incomplete: "max_output_tokens" }]);
    const { last, events } = await converse(member, guarded([guardrail("output")]));
    expect(last).toMatchObject({ type: "run.failed", code: "guardrail_tripped" });
    expect(JSON.stringify(events)).not.toContain(SECRET);
  });

  test("whose request is tried again tells nothing of what had come", async () => {
    server.play([{ output: [say(`It is a ${SECRET}.`)], fault: { kind: "cut", after: 8 }, chunk: 4 }, [say("Fine.")]]);
    const { last, events, of } = await converse(member, guarded([guardrail("output")]));
    expect(last?.type).toBe("run.succeeded");
    expect(of("retry")).toMatchObject([{ partial: "" }]);
    expect(JSON.stringify(events)).not.toContain(SECRET);
  });

  test("is checked by a model that is asked with the answer alone", async () => {
    server.play((question) => (isJudge(question) ? verdict(true, "it is about birds") : [say("Herons are blue.")]));
    const { last, events } = await converse(member, guarded([guardrail("output", { check: JUDGE })]));
    expect(last).toMatchObject({
      message: 'The guardrail "No birds in output" refused the answer: it is about birds.',
    });
    expect(JSON.stringify(events)).not.toContain("Herons");
    expect(server.requests[1]?.body).toMatchObject({ input: [{ content: "Herons are blue." }] });
  });

  test("is refused where its check cannot be made, and a reason that quotes it is not told", async () => {
    server.play((question) => (isJudge(question) ? [say("no verdict")] : [say("Herons are blue.")]));
    const broken = await converse(member, guarded([guardrail("output", { check: JUDGE })]));
    expect(broken.last).toMatchObject({
      code: "guardrail_tripped",
      message: expect.stringContaining("could not be checked"),
    });
    server.play((question) =>
      isJudge(question)
        ? verdict(true, "it says Herons are blue, which is wrong")
        : [say("Well, Herons are blue, which is it.")],
    );
    const quoting = await converse(member, guarded([guardrail("output", { check: JUDGE })]));
    expect(JSON.stringify(quoting.events)).not.toContain("Herons");
  });
});
