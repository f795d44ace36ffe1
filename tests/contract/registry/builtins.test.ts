import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { db } from "#lib/db/client.ts";
import { registerBuiltins, registerBuiltinsEverywhere } from "#lib/registry/builtins.ts";
import { saveConfiguration } from "#lib/registry/configurations.ts";
import { createTools, duplicateTool } from "#lib/registry/create.ts";
import { getTool, listTools } from "#lib/registry/tools.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { callToEnd, type Member, typescriptFiles } from "./fixture.ts";

let root = "";
let member: Member;
withDatabase();
beforeAll(async () => {
  // A studio of its own, whose catalogue may be changed.
  root = await mkdtemp(path.join(os.tmpdir(), "studio-"));
  for (const part of ["lib", "node_modules"]) await symlink(path.resolve(part), path.join(root, part));
  process.env.TOOLROOM_ROOT = root;
});
afterAll(() => rm(root, { recursive: true }));
beforeEach(async () => {
  member = await createTeam("Catalogue");
  await rm(path.join(root, "tools"), { recursive: true, force: true });
  for (const folder of ["data", "confined"]) await mkdir(path.join(root, "tools", folder), { recursive: true });
  await writeFile(path.join(root, "tools/confined/word.ts"), 'export const word = "shared";\n');
  await writeFile(path.join(root, "tools/data/set.csv"), "a,b\n1,2\n");
  await writeBuiltin("one", 'return "first";');
  await writeBuiltin("two", 'return "second";');
});

async function writeBuiltin(name: string, body: string): Promise<void> {
  const folder = path.join(root, "tools", name);
  await mkdir(folder, { recursive: true });
  for (const file of typescriptFiles(body)) await writeFile(path.join(folder, file.path), file.content);
}

async function versionsOf(name: string): Promise<number[]> {
  const tool = await db().tool.findFirstOrThrow({
    where: { teamId: member.teamId, name },
    include: { versions: { orderBy: { number: "asc" } } },
  });
  return tool.versions.map((version) => version.number);
}

test("every tool of the catalogue is in the team once, however often it is brought in", async () => {
  for (let round = 0; round < 3; round++) await registerBuiltins(member.teamId);
  const tools = await listTools(member);
  expect(tools.map((tool) => [tool.name, tool.builtin, tool.versionNumber])).toEqual([
    ["one", true, 1],
    ["two", true, 1],
  ]);
  expect(await versionsOf("one")).toEqual([1]);
  const { id } = await getTool(member, "one");
  expect((await callToEnd(member, id)).result).toBe("first");
});

test("servers that start at once bring it in once, and none of them fails", async () => {
  await Promise.all(Array.from({ length: 4 }, () => registerBuiltins(member.teamId)));
  expect([await versionsOf("one"), await versionsOf("two")]).toEqual([[1], [1]]);
  await writeBuiltin("one", 'return "changed";');
  await Promise.all(Array.from({ length: 4 }, () => registerBuiltinsEverywhere()));
  expect([await versionsOf("one"), await versionsOf("two")]).toEqual([[1, 2], [1]]);
});

test("one that changed gets a new version, which keeps the tool's configurations", async () => {
  await registerBuiltins(member.teamId);
  const before = await getTool(member, "one");
  const input = { toolId: before.id, name: "prod", values: "{}", cleared: [] };
  await saveConfiguration(member, before.contract.userParameters, input);
  await writeBuiltin("one", 'return "changed";');
  await registerBuiltins(member.teamId);
  const after = await getTool(member, "one");
  expect(after).toMatchObject({ id: before.id, versionNumber: 2, configurations: [{ name: "prod" }] });
  expect((await callToEnd(member, after.id)).result).toBe("changed");
});

test("a team's own tool of the same name stays as it is", async () => {
  await createTools(member, { from: "files", files: typescriptFiles('return "own";'), name: "one" });
  await registerBuiltins(member.teamId);
  const own = await getTool(member, "one");
  expect(own).toMatchObject({ builtin: false, versionNumber: 1 });
  expect((await callToEnd(member, own.id)).result).toBe("own");
  expect((await getTool(member, "two")).builtin).toBe(true);
});

test("a duplicate is the team's own and does not change with the catalogue", async () => {
  await registerBuiltins(member.teamId);
  const { name } = await duplicateTool(member, (await getTool(member, "one")).id);
  await writeBuiltin("one", 'return "changed";');
  await registerBuiltins(member.teamId);
  const copy = await getTool(member, name);
  expect(copy).toMatchObject({ name: "one_2", builtin: false });
  expect((await callToEnd(member, copy.id)).result).toBe("first");
});

test("a duplicate stands alone: it has the catalogue's shared module inside, and none of its tests", async () => {
  const head = 'import { word } from "../confined/word.ts";';
  const files = typescriptFiles("return word;", { head, files: { "made.test.ts": "" } });
  await mkdir(path.join(root, "tools/sharing"));
  for (const file of files) await writeFile(path.join(root, "tools/sharing", file.path), file.content);
  await registerBuiltins(member.teamId);
  const { name } = await duplicateTool(member, (await getTool(member, "sharing")).id);
  const copy = await getTool(member, name);
  expect(copy.files.map((file) => file.path)).toEqual(["confined/word.ts", "tool.ts"]);
  expect((await callToEnd(member, copy.id)).result).toBe("shared");
});

test("a change of the module that the catalogue shares is a change of its tools", async () => {
  await registerBuiltins(member.teamId);
  await writeFile(path.join(root, "tools/confined/word.ts"), 'export const word = "changed";\n');
  await registerBuiltins(member.teamId);
  expect([await versionsOf("one"), await versionsOf("two")]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test("a tool that the catalogue no longer has is put aside, and comes back with its configurations", async () => {
  await registerBuiltins(member.teamId);
  const { id, contract } = await getTool(member, "two");
  await saveConfiguration(member, contract.userParameters, { toolId: id, name: "prod", values: "{}", cleared: [] });
  const { runId } = await callToEnd(member, id);
  await rm(path.join(root, "tools/two"), { recursive: true });
  await registerBuiltins(member.teamId);
  expect((await listTools(member)).map((tool) => tool.name)).toEqual(["one"]);
  await expect(getTool(member, "two")).rejects.toMatchObject({ code: "not_found" });
  expect(await db().run.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({ toolName: "two" });
  await writeBuiltin("two", 'return "back";');
  await registerBuiltins(member.teamId);
  expect(await getTool(member, "two")).toMatchObject({ id, versionNumber: 2, configurations: [{ name: "prod" }] });
});

test("the team's data folder begins with the catalogue's data, and what a team changed there stays", async () => {
  await registerBuiltins(member.teamId);
  const file = path.join(dataDirectory.teamData(member.teamId), "set.csv");
  expect(await readFile(file, "utf8")).toBe("a,b\n1,2\n");
  await writeFile(file, "ours");
  await cp(file, `${file}.copy`);
  await registerBuiltins(member.teamId);
  expect([await readFile(file, "utf8"), await readFile(`${file}.copy`, "utf8")]).toEqual(["ours", "ours"]);
});

test("one broken tool of the catalogue hinders none of the others", async () => {
  await writeBuiltin("broken", "return (;");
  await writeFile(path.join(root, "tools/two/config.json"), "{");
  await registerBuiltins(member.teamId);
  expect((await listTools(member)).map((tool) => tool.name)).toEqual(["broken", "one"]);
  expect((await getTool(member, "broken")).problem).toContain("could not be imported");
});
