import { writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { getSession } from "#lib/agents/sessions.ts";
import { continueSession, sendMessage, withdrawInput } from "#lib/agents/talk.ts";
import { db } from "#lib/db/client.ts";
import { untilIdle } from "#lib/runs/agent-run.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
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
  member = await createTeam("Talk");
});

/** A session whose first run waits in a tool until `goOn`. */
async function busy(...turns: string[]) {
  server.play([[call("hold", { name: "x" }, "c1")], ...turns.map((text) => [say(text)])]);
  const sessionId = await openSession(member, agentOf(server, { tools: [tool("hold")] }));
  const runId = await send(member, sessionId, "first");
  await untilEvent(runId, ({ type }) => type === "tool.called");
  const goOn = () => writeFile(fileOf(member, sessionId, "go-x"), "");
  return { sessionId, runId, goOn };
}

async function pending(sessionId: string) {
  return (await getSession(member, sessionId)).inputs;
}

async function runsOf(sessionId: string) {
  await untilIdle();
  return db().run.findMany({ where: { sessionId }, orderBy: { position: "asc" } });
}

describe("a message while a run is going", () => {
  test("waits for its end, each for the one before it, and begins a run of its own", async () => {
    const { sessionId, goOn } = await busy("one", "two", "three");
    const sent = [message("second"), message("third")];
    for (const each of sent) {
      expect(await sendMessage(member, sessionId, { message: each, mode: "queue" })).toEqual({ runId: null });
    }
    expect((await pending(sessionId)).map(({ text, kind }) => [kind, text])).toEqual([
      ["message", "second"],
      ["message", "third"],
    ]);
    await goOn();
    const runs = await runsOf(sessionId);
    expect(runs.map(({ status, inputId }) => [status, inputId]).slice(1)).toEqual(
      sent.map(({ id }) => ["succeeded", id]),
    );
    expect(await pending(sessionId)).toEqual([]);
    expect(wordsOf(server).map(([, text]) => text)).toEqual(["first", "one", "second", "two", "third"]);
  });

  test("that steers joins it at its next turn, after the outputs of its calls", async () => {
    const { sessionId, runId, goOn } = await busy("done");
    await sendMessage(member, sessionId, { message: message("rather so"), mode: "steer" });
    await goOn();
    const { of } = await readRun(runId);
    expect(of("message").map(({ text, joined }) => [text, joined])).toEqual([
      ["first", "start"],
      ["rather so", "steer"],
    ]);
    expect(server.requests.at(-1)?.body.input).toMatchObject([
      { role: "user" },
      { type: "function_call" },
      { type: "function_call_output" },
      { role: "user", content: "rather so" },
    ]);
    expect(await runsOf(sessionId)).toHaveLength(1);
  });

  test("that steers after the last call still gets an answer", async () => {
    server.play([{ output: [say("early end")], fault: { kind: "stall", after: 6 }, chunk: 3 }, [say("now with that")]]);
    const sessionId = await openSession(member, agentOf(server));
    const runId = await send(member, sessionId, "first");
    await untilEvent(runId, ({ type }) => type === "text.delta");
    await sendMessage(member, sessionId, { message: message("and this"), mode: "steer" });
    server.release();
    const { of, last } = await readRun(runId);
    expect(last?.type).toBe("run.succeeded");
    expect(of("model.responded")).toHaveLength(2);
    expect(wordsOf(server).map(([, text]) => text)).toEqual(["first", "early end", "and this"]);
  });

  test("can be withdrawn while it waits, and not after", async () => {
    const { sessionId, goOn } = await busy("one", "two");
    const [kept, gone] = [message("kept"), message("gone")];
    for (const each of [gone, kept]) await sendMessage(member, sessionId, { message: each, mode: "queue" });
    await withdrawInput(member, sessionId, gone.id);
    await goOn();
    const runs = await runsOf(sessionId);
    expect(runs.map(({ inputId }) => inputId).slice(1)).toEqual([kept.id]);
    for (const { id } of [gone, kept]) {
      await expect(withdrawInput(member, sessionId, id)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("that steers a run which is stopped is not lost", async () => {
    const { sessionId, runId } = await busy("two");
    await sendMessage(member, sessionId, { message: message("and this"), mode: "steer" });
    await cancelRun(member, runId);
    const runs = await runsOf(sessionId);
    expect(runs.map(({ status }) => status)).toEqual(["cancelled", "succeeded"]);
    expect(wordsOf(server).map(([, text]) => text)).toEqual(["first", "and this"]);
  });
});

test("of messages that are sent at the same moment one begins a run, and the others wait for it", async () => {
  server.play(() => [say("Yes.")]);
  for (let round = 0; round < 5; round++) {
    const sessionId = await openSession(member, agentOf(server));
    const messages = ["a", "b", "c", "d"].map((text) => message(text));
    await Promise.all(messages.map((each) => sendMessage(member, sessionId, { message: each, mode: "queue" })));
    expect((await runsOf(sessionId)).map(({ status }) => status)).toEqual(Array(4).fill("succeeded"));
  }
});

describe("the same message sent twice is one", () => {
  test("that begins a run", async () => {
    server.play([[say("one")]]);
    const sessionId = await openSession(member, agentOf(server));
    const said = { message: message("first"), mode: "queue" } as const;
    const sent = await Promise.all([1, 2, 3].map(() => sendMessage(member, sessionId, said)));
    expect(new Set(sent.map(({ runId }) => runId)).size).toBe(1);
    await untilIdle();
    expect(await sendMessage(member, sessionId, said)).toEqual(sent[0]);
    expect(server.requests).toHaveLength(1);
  });

  test.each(["queue", "steer"] as const)("that waits to %s, and after it was taken, too", async (mode) => {
    const { sessionId, goOn } = await busy("one", "two");
    const said = { message: message("second"), mode };
    await sendMessage(member, sessionId, said);
    await sendMessage(member, sessionId, said);
    expect(await pending(sessionId)).toHaveLength(1);
    await goOn();
    await runsOf(sessionId);
    const asked = server.requests.length;
    const { runId } = await sendMessage(member, sessionId, said);
    expect(runId).toMatch(/^run_/);
    await untilIdle();
    expect(server.requests).toHaveLength(asked);
  });
});

describe("going on without a message", () => {
  test("is refused while a run is going, after a whole answer, and where nothing was said", async () => {
    const { sessionId, goOn } = await busy("one");
    await expect(continueSession(member, sessionId)).rejects.toMatchObject({ code: "conflict" });
    await goOn();
    await runsOf(sessionId);
    await expect(continueSession(member, sessionId)).rejects.toMatchObject({ code: "conflict" });
    const empty = await openSession(member, agentOf(server));
    await expect(continueSession(member, empty)).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("asks again after a failure, once however often it is asked for", async () => {
    server.play([{ output: [], fault: { kind: "status", status: 400 } }, [say("fine")]]);
    const { sessionId, last } = await converse(member, agentOf(server), "my question");
    expect(last?.type).toBe("run.failed");
    const tries = await Promise.allSettled([1, 2, 3].map(() => continueSession(member, sessionId)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await untilIdle();
    expect(wordsOf(server)).toEqual([["user", "my question"]]);
  });
});

test("an empty message is refused, and leaves nothing behind", async () => {
  const sessionId = await openSession(member, agentOf(server));
  await expect(sendMessage(member, sessionId, { message: message(" \n"), mode: "queue" })).rejects.toMatchObject({
    code: "invalid_input",
  });
  expect(await runsOf(sessionId)).toEqual([]);
});

test("events of one moment, and of a clock that goes back, are read in the order in which they were written", async () => {
  server.play([[call("hold", { name: "x" }, "c1")], [say("b")], [say("d")]]);
  const sessionId = await openSession(member, agentOf(server, { tools: [tool("hold")] }));
  const runId = await send(member, sessionId, "a");
  await untilEvent(runId, ({ type }) => type === "tool.called");
  await writeFile(fileOf(member, sessionId, "go-x"), "");
  await readRun(runId);
  await db()
    .$executeRaw`UPDATE "Event" SET at = TIMESTAMP '2026-01-01' - seq * INTERVAL '50 ms' WHERE "runId" = ${runId}`;
  await db().$executeRaw`UPDATE "Run" SET "startedAt" = TIMESTAMP '2030-01-01' WHERE id = ${runId}`;
  await readRun(await send(member, sessionId, "c"));
  expect(wordsOf(server).map(([, text]) => text)).toEqual(["a", "b", "c"]);
  expect(outputsOf(server)).toEqual(["x"]);
});
