import { beforeAll, describe, expect, test } from "vitest";
import { createAgent, deleteAgent, duplicateAgent, getAgent, listAgents, saveAgent } from "#lib/agents/agents.ts";
import { exportAgent, getVersionOf } from "#lib/agents/publish.ts";
import { readAgentFile } from "#lib/agents/read-agent-file.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { db } from "#lib/db/client.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { createTool, typescriptFiles } from "../registry/fixture.ts";

type Member = { id: string; teamId: string };

withDatabase();
let member: Member;
let stranger: Member;
beforeAll(async () => {
  [member, stranger] = [await createTeam("Owners"), await createTeam("Strangers")];
});

const file = (name: string, more: object = {}) => AgentFile.parse({ name, model: { person: true }, ...more });

describe("saving", () => {
  test("keeps a draft of each change, and none for no change", async () => {
    const first = await createAgent(member, file("Desk"));
    expect(first).toMatchObject({ versionNumber: null, state: "draft", builtin: false, model: { by: "person" } });
    const second = await saveAgent(member, first.id, { file: file("Front desk"), base: first.versionId });
    expect(second).toMatchObject({ id: first.id, name: "Front desk", versionNumber: null });
    const same = await saveAgent(member, first.id, { file: file("Front desk"), base: second.versionId });
    expect(same.versionId).toBe(second.versionId);
  });

  test("is refused on top of a version that somebody else saved since, and changes nothing", async () => {
    const { id, versionId } = await createAgent(member, file("Shared"));
    const theirs = await saveAgent(member, id, { file: file("Shared", { instructions: "theirs" }), base: versionId });
    const mine = saveAgent(member, id, { file: file("Shared", { instructions: "mine" }), base: versionId });
    await expect(mine).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("Somebody saved") });
    expect(await getAgent(member, id)).toEqual(theirs);
  });

  test("by two at once keeps one draft, and tells the other", async () => {
    const { id, versionId } = await createAgent(member, file("Raced"));
    const saves = ["one", "two"].map((instructions) =>
      saveAgent(member, id, { file: file("Raced", { instructions }), base: versionId }),
    );
    const ended = await Promise.allSettled(saves);
    expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(ended.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
    expect(await db().agentVersion.count({ where: { agentId: id } })).toBe(2);
  });

  test("under a name that is taken is refused with the name", async () => {
    await createAgent(member, file("Taken"));
    const { id, versionId } = await createAgent(member, file("Other"));
    for (const attempt of [
      () => createAgent(member, file("Taken")),
      () => saveAgent(member, id, { file: file("Taken"), base: versionId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining('"Taken"') });
    }
  });

  test("of an agent with a tool that the team does not have is refused with the tool", async () => {
    const { id, versionId } = await createAgent(member, file("Tooled"));
    const saved = saveAgent(member, id, { file: file("Tooled", { tools: ["nowhere"] }), base: versionId });
    await expect(saved).rejects.toMatchObject({ code: "invalid_input", message: expect.stringContaining("nowhere") });
  });
});

test("a copy has the next name that is free, and its original's tools", async () => {
  const tool = await createTool(member, typescriptFiles("return 1;"));
  const original = await createAgent(member, file("Copied", { tools: [tool.name] }));
  const copies = [await duplicateAgent(member, original.id), await duplicateAgent(member, original.id)];
  expect(copies.map(({ name, tools, builtin }) => ({ name, tools, builtin }))).toEqual([
    { name: "Copied 2", tools: [tool.name], builtin: false },
    { name: "Copied 3", tools: [tool.name], builtin: false },
  ]);
});

test("a file comes out as it went in, digit by digit", async () => {
  const text = JSON.stringify({
    name: "Exact",
    model: { rehearsal: { exchanges: [{ turns: [{ calls: [{ name: "calculator", arguments: { a: 0 } }] }] }] } },
    output: { type: "object", properties: { id: { type: "integer", maximum: 1 } } },
  });
  const large = text.replace('"a":0', '"a":9007199254740993').replace('"maximum":1', '"maximum":18446744073709551615');
  const { id } = await createAgent(member, readAgentFile(large, "It"));
  const out = JSON.stringify(await exportAgent(member, id));
  expect(out).toContain('"a":9007199254740993');
  expect(out).toContain('"maximum":18446744073709551615');
  expect(JSON.stringify(readAgentFile(out, "It"))).toBe(out);
});

test.each([
  ["{", /is not JSON/],
  ['{"name":""}', /: name: /],
  ['{"name":"x","tools":[{"tol":"a"}]}', /: tools\.0\.tool: /],
  ['{"name":"x","limits":{"turns":0}}', /: limits\.turns: /],
  ["[]", /: its top: /],
])("%s is no agent file, and its place is named", (text, told) => {
  expect(() => readAgentFile(text, "It")).toThrow(told);
});

test("a deleted agent is gone, and its versions stay for sessions", async () => {
  const { id, versionId } = await createAgent(member, file("Gone"));
  await deleteAgent(member, id);
  await expect(getAgent(member, id)).rejects.toMatchObject({ code: "not_found" });
  expect(await db().agentVersion.findUnique({ where: { id: versionId } })).toMatchObject({ agentId: null });
});

test("another team's agents are not found, and stay as they are", async () => {
  const { id, name, versionId } = await createAgent(member, file("Ours"));
  const before = await db().agent.findMany({ where: { teamId: member.teamId }, include: { versions: true } });
  for (const attempt of [
    () => getAgent(stranger, id),
    () => exportAgent(stranger, id),
    () => saveAgent(stranger, id, { file: file("Theirs"), base: versionId }),
    () => duplicateAgent(stranger, id),
    () => deleteAgent(stranger, id),
    () => getVersionOf(stranger, { id }, "saved"),
    () => getVersionOf(stranger, { name }, "saved"),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await listAgents(stranger)).toEqual([]);
  expect(await db().agent.findMany({ where: { teamId: member.teamId }, include: { versions: true } })).toEqual(before);
});
