import { afterEach, beforeAll, expect, test } from "vitest";
import { textOf } from "#lib/agents/entries.ts";
import { db } from "#lib/db/client.ts";
import type { Item } from "#lib/providers/model.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { Child } from "./child.ts";
import { agentOf, type Member, openSession, readRun, say, send, untilEvent, withRuns } from "./fixture.ts";

let member: Member;
const workers: Child[] = [];
withDatabase();
withRuns();
const server = withModelServer();
beforeAll(async () => {
  // This process is a server that only answers browsers.
  process.env.TOOLROOM_ROLE = "web";
  member = await createTeam("Guardrail crash");
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
});

function startWorker(): Child {
  const worker = new Child("hold-worker.ts");
  workers.push(worker);
  return worker;
}

test("a server that is killed between an answer and its checks asks again for neither the answer nor what has passed", async () => {
  const asked: string[] = [];
  server.play(({ body }) => {
    const who = /(first|second) rule/.exec(String(body.instructions))?.[1] ?? "agent";
    asked.push(who);
    if (who === "agent") return [say("Herons are blue.")];
    const output = [say('{"tripped":false,"reason":""}')];
    const isFirstTime = asked.filter((each) => each === who).length === 1;
    return who === "second" && isFirstTime ? { output, fault: { kind: "hang" } } : output;
  });
  const guardrail = (name: string) => ({
    name,
    on: "output",
    check: { type: "model", instructions: `The ${name} rule.` },
  });
  const file = agentOf(server, { guardrails: [guardrail("first"), guardrail("second")] });
  const dying = startWorker();
  await dying.line();
  const runId = await send(member, await openSession(member, file), "go");
  await untilEvent(runId, ({ type }) => type === "guardrail.passed");
  await server.held();
  await dying.kill();
  const { serverId } = await db().run.findUniqueOrThrow({ where: { id: runId } });
  await db().server.update({ where: { id: serverId }, data: { heartbeatAt: new Date(0) } });
  await startWorker().line();
  const { last, of } = await readRun(runId);
  expect(last?.type).toBe("run.succeeded");
  expect(of("model.responded").map(({ items }) => textOf(items as Item[]))).toEqual(["Herons are blue."]);
  expect(of("guardrail.passed").map(({ guardrail: name }) => name)).toEqual(["first", "second"]);
  expect((await readRun(runId)).of("answer.held")).toEqual([]);
  expect(asked.sort()).toEqual(["agent", "first", "second", "second"]);
});
