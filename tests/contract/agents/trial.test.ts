import { beforeAll, expect, test } from "vitest";
import { createAgent, getAgent } from "#lib/agents/agents.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { getSession, listSessions } from "#lib/agents/sessions.ts";
import { openTrial, updateTrial } from "#lib/agents/trial.ts";
import { db } from "#lib/db/client.ts";
import { createProvider } from "#lib/providers/providers.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { type Member, openSession, readRun, say, send, withRuns } from "./fixture.ts";

withDatabase();
withRuns();
const server = withModelServer();
let member: Member;
let stranger: Member;
beforeAll(async () => {
  [member, stranger] = [await createTeam("Owners"), await createTeam("Strangers")];
  const usual = { allowPrivate: true, isDefault: true, defaultModel: "test-model" };
  await createProvider(member, { name: "Test", api: "responses", baseUrl: server.url, ...usual });
});

const file = (name: string, instructions = "First.") => AgentFile.parse({ name, instructions });
const told = (at = -1) => server.requests.at(at)?.body.instructions;

test("each message is answered by the newest text, which is not saved, and a run keeps to what it began with", async () => {
  const { id: agentId, versionId } = await createAgent(member, file("Tried"));
  server.play([[say("one")], [say("two")]]);
  const state = await openTrial(member, { agentId, file: file("Tried", "Unsaved.") });
  expect(state).toMatchObject({ trial: true, agentId, agentName: "Tried" });
  const first = await readRun(await send(member, state.id, "hello"));
  expect(told()).toBe("Unsaved.");
  await updateTrial(member, state.id, { agentId, file: file("Tried", "Newer.") });
  const second = await readRun(await send(member, state.id, "again"));
  expect(told()).toBe("Newer.");
  const runs = await db().run.findMany({ where: { id: { in: [first.runId, second.runId] } } });
  expect(new Set(runs.map(({ agentVersionId }) => agentVersionId)).size).toBe(2);
  expect(await getAgent(member, agentId)).toMatchObject({ versionId, state: "draft" });
});

test("an agent that was never saved can be tried, and what cannot work is refused with why", async () => {
  server.play([[say("hi")]]);
  const { id } = await openTrial(member, { agentId: null, file: file("New") });
  expect((await readRun(await send(member, id, "hello"))).last).toMatchObject({ type: "run.succeeded" });
  const broken = AgentFile.parse({ name: "Broken", tools: ["nowhere"] });
  const refused = { code: "invalid_input", message: expect.stringContaining("nowhere") };
  const before = await db().agentSession.count();
  await expect(openTrial(member, { agentId: null, file: broken })).rejects.toMatchObject(refused);
  await expect(updateTrial(member, id, { agentId: null, file: broken })).rejects.toMatchObject(refused);
  expect(await db().agentSession.count()).toBe(before);
});

test("tries stay out of the list of sessions unless they are asked for", async () => {
  const { id } = await openTrial(member, { agentId: null, file: file("Hidden") });
  const listed = async (tries: boolean) => (await listSessions(member, { tries })).map((session) => session.id);
  expect(await listed(false)).not.toContain(id);
  expect(await listed(true)).toContain(id);
});

test("of other teams and of other sessions there is nothing to try", async () => {
  const { id: agentId } = await createAgent(member, file("Ours"));
  const { id } = await openTrial(member, { agentId, file: file("Ours") });
  const usual = await openSession(member, file("Usual"));
  for (const attempt of [
    () => openTrial(stranger, { agentId, file: AgentFile.parse({ name: "X", model: { person: true } }) }),
    () => updateTrial(stranger, id, { agentId: null, file: AgentFile.parse({ name: "X", model: { person: true } }) }),
    () => updateTrial(member, usual, { agentId: null, file: file("Usual") }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await getSession(member, id)).toMatchObject({ agentName: "Ours" });
});
