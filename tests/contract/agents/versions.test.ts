import { beforeAll, describe, expect, test } from "vitest";
import { createAgent, getAgent, listAgents, listPublished, saveAgent } from "#lib/agents/agents.ts";
import { exportAgent, listVersions, publishAgent, rollBackAgent } from "#lib/agents/publish.ts";
import { registerSamples } from "#lib/agents/samples.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { startSession } from "#lib/agents/talk.ts";
import { resolveAgent } from "#lib/cli/agent-file.ts";
import { db } from "#lib/db/client.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createPublishedAgent } from "#tests/support/published-agent.ts";
import { createTeam } from "#tests/support/team.ts";
import { createTool, typescriptFiles } from "../registry/fixture.ts";
import { type Member, message, readRun, withRuns } from "./fixture.ts";

withDatabase();
withRuns();
let member: Member;
beforeAll(async () => {
  member = await createTeam("Owners");
});

const plays = (text: string) => ({ rehearsal: { exchanges: [{ turns: [{ text }] }] } });
const file = (name: string, said = "hello") => AgentFile.parse({ name, model: plays(said) });
const save = (id: string, base: string, next: AgentFile) => saveAgent(member, id, { file: next, base });
const publish = (id: string, base: string, note = "") => publishAgent(member, id, { base, note });

/** What a new session with the agent is told. */
async function say(agentId: string) {
  const { runId, sessionId } = await startSession(member, { agentId, message: message("hi") });
  const { of } = await readRun(runId);
  const [started] = of("run.started");
  return { sessionId, number: started?.kind === "agent" ? started.versionNumber : undefined };
}

describe("a draft", () => {
  test("is nothing that a session can begin with until it is published", async () => {
    const { id, versionId } = await createAgent(member, file("Unborn"));
    await expect(say(id)).rejects.toMatchObject({ code: "invalid_input", message: expect.stringContaining("draft") });
    expect((await listPublished(member)).map(({ name }) => name)).not.toContain("Unborn");
    expect((await listAgents(member)).map(({ name }) => name)).toContain("Unborn");
    expect(await publish(id, versionId, " Born ")).toMatchObject({ versionNumber: 1, state: "published" });
    expect((await say(id)).number).toBe(1);
    expect(await listVersions(member, id)).toMatchObject([
      { number: 1, note: "Born", publishedBy: member.id, sessions: 1, isCurrent: true },
    ]);
  });

  test("leaves what sessions begin with as it is, its name too", async () => {
    const { id, versionId } = await createPublishedAgent(member, file("Steady"));
    const saved = await save(id, versionId, file("Renamed", "else"));
    expect(saved).toMatchObject({ name: "Steady", versionNumber: 1, state: "changed", file: { name: "Renamed" } });
    expect((await say(id)).number).toBe(1);
    expect((await exportAgent(member, id, "published")).name).toBe("Steady");
    expect(await publish(id, saved.versionId)).toMatchObject({ name: "Renamed", versionNumber: 2 });
    expect((await say(id)).number).toBe(2);
  });

  test("that says what is published is none", async () => {
    const { id, versionId } = await createPublishedAgent(member, file("Undone"));
    const changed = await save(id, versionId, file("Undone", "else"));
    expect(await save(id, changed.versionId, file("Undone"))).toMatchObject({ state: "published", versionId });
    await expect(publish(id, versionId)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("publishing", () => {
  test("by two at once makes one version, and tells the other", async () => {
    const { id, versionId } = await createAgent(member, file("Raced"));
    const ended = await Promise.allSettled([publish(id, versionId, "one"), publish(id, versionId, "two")]);
    expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(ended.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
    expect(await listVersions(member, id)).toHaveLength(1);
  });

  test("of a draft that somebody changed since is refused, and their draft stays", async () => {
    const { id, versionId } = await createAgent(member, file("Shared"));
    const theirs = await save(id, versionId, file("Shared", "theirs"));
    await expect(publish(id, versionId)).rejects.toMatchObject({ code: "conflict" });
    expect(await getAgent(member, id)).toEqual(theirs);
  });

  test("under a name that was taken meanwhile is refused with the name", async () => {
    const { id, versionId } = await createPublishedAgent(member, file("Before"));
    const saved = await save(id, versionId, file("After"));
    await createAgent(member, file("After"));
    const refused = { code: "conflict", message: expect.stringContaining('"After"') };
    await expect(publish(id, saved.versionId)).rejects.toMatchObject(refused);
    expect(await getAgent(member, id)).toMatchObject({ name: "Before", state: "changed", versionNumber: 1 });
  });

  test("what can no longer work is refused", async () => {
    const tool = await createTool(member, typescriptFiles("return 1;"));
    const { id, versionId } = await createAgent(member, AgentFile.parse({ name: "Lost", tools: [tool.name] }));
    await db().tool.delete({ where: { id: tool.id } });
    await expect(publish(id, versionId)).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("a rollback", () => {
  test("publishes what an older version says under the next number, and no version changes", async () => {
    const first = await createPublishedAgent(member, file("Back", "one"));
    const saved = await save(first.id, first.versionId, file("Back", "two"));
    const second = await publish(first.id, saved.versionId, "Worse");
    const rows = () => db().agentVersion.findMany({ where: { agentId: first.id, number: { lte: 2 } } });
    const before = await rows();
    const back = await rollBackAgent(member, first.id, { number: 1, base: second.versionId, note: "Better" });
    expect(back).toMatchObject({ versionNumber: 3, state: "published", file: first.file });
    expect(
      (await listVersions(member, first.id)).map(({ number, note, isCurrent }) => [number, note, isCurrent]),
    ).toEqual([
      [3, "Better", true],
      [2, "Worse", false],
      [1, null, false],
    ]);
    expect(await rows()).toEqual(before);
    expect((await say(first.id)).number).toBe(3);
  });

  test("leaves a draft, and is refused where nothing would change or somebody was quicker", async () => {
    const first = await createPublishedAgent(member, file("Kept", "one"));
    const second = await publish(first.id, (await save(first.id, first.versionId, file("Kept", "two"))).versionId);
    const draft = await save(first.id, second.versionId, file("Kept", "three"));
    const roll = (number: number, base: string) => rollBackAgent(member, first.id, { number, base, note: "" });
    await expect(roll(2, draft.versionId)).rejects.toMatchObject({ code: "conflict" });
    await expect(roll(1, second.versionId)).rejects.toMatchObject({ code: "conflict" });
    await expect(roll(9, draft.versionId)).rejects.toMatchObject({ code: "not_found" });
    expect(await roll(1, draft.versionId)).toMatchObject({ versionNumber: 3, state: "changed", file: draft.file });
  });
});

test("a session stays with the version that it began with", async () => {
  const { id, versionId } = await createPublishedAgent(member, file("Loyal"));
  const { sessionId } = await say(id);
  await publish(id, (await save(id, versionId, file("Loyal", "else"))).versionId);
  expect(await db().agentSession.findUnique({ where: { id: sessionId } })).toMatchObject({ agentVersionId: versionId });
});

test("samples come published, and one that the team saved is let be", async () => {
  await registerSamples(member.teamId);
  const samples = (await listAgents(member)).filter(({ builtin }) => builtin);
  expect(new Set(samples.map(({ state, versionNumber }) => `${state} ${versionNumber}`))).toEqual(
    new Set(["published 1"]),
  );
  const { id, versionId, file: written } = await getAgent(member, samples[0]?.id ?? "");
  await save(
    id,
    versionId,
    AgentFile.parse({ ...written, tools: [], agents: [], handoffs: [], guardrails: [], instructions: "Ours." }),
  );
  await registerSamples(member.teamId);
  expect(await getAgent(member, id)).toMatchObject({
    builtin: false,
    state: "changed",
    file: { instructions: "Ours." },
  });
});

test("the command line talks to what was published, and to a draft where one asks for it", async () => {
  const { id, versionId } = await createAgent(member, file("Drafted"));
  const named = (state: "saved" | "published") => resolveAgent(member, "Drafted", { state });
  await expect(named("published")).rejects.toMatchObject({ code: "invalid_input" });
  expect(await named("saved")).toEqual({ agentVersionId: versionId, agentName: "Drafted" });
  const published = await publish(id, versionId);
  const saved = await save(id, published.versionId, file("Drafted", "else"));
  expect((await named("published")).agentVersionId).toBe(published.versionId);
  expect((await named("saved")).agentVersionId).toBe(saved.versionId);
});
