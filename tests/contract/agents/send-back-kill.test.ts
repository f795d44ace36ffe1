import { afterEach, beforeAll, expect, test } from "vitest";
import { sendBack } from "#lib/agents/send-back.ts";
import { startCall } from "#lib/registry/calls.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { createTool, typescriptFiles } from "../registry/fixture.ts";
import { Child } from "./child.ts";
import { agentOf, call, type Member, openSession, outputsOf, readRun, say, send, withRuns } from "./fixture.ts";
import { readSessionLog } from "./session-log.ts";

withDatabase();
withRuns();
const server = withModelServer();
const workers: Child[] = [];
let member: Member;
beforeAll(async () => {
  // This process is a server that only answers browsers.
  process.env.TOOLROOM_ROLE = "web";
  member = await createTeam("Owners");
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
});

async function startWorker(): Promise<Child> {
  const worker = new Child("hold-worker.ts");
  workers.push(worker);
  await worker.line();
  return worker;
}

test("a fork with a new result is gone on with when the server that took it dies, and no call runs again", async () => {
  const tool = await createTool(member, typescriptFiles("return args.n * 2;", { tool: "n: z.number()" }));
  const first = await startWorker();
  server.play([[call(tool.name, { n: 1 }, "c1")], [say("Two.")]]);
  const sessionId = await openSession(member, agentOf(server, { tools: [tool.name] }));
  const { runId } = await readRun(await send(member, sessionId, "double 1"));
  const resultRunId = await startCall(member, { toolId: tool.id, toolParameters: '{"n":5}' });
  await readRun(resultRunId);

  server.play([{ output: [say("Ten.")], fault: { kind: "hang" } }, [say("Ten.")]]);
  const forked = await sendBack(member, { runId, turn: 1, index: 0 }, { resultRunId });
  await server.held();
  await first.kill();
  await startWorker();
  expect((await readRun(forked.runId)).last).toMatchObject({ type: "run.succeeded" });
  expect(outputsOf(server)).toEqual(['A person ran this call with other arguments: {"n":5}\n\n10']);
  const log = await readSessionLog(forked.sessionId);
  expect(log.filter(({ event }) => event.type === "tool.called")).toHaveLength(1);
});
