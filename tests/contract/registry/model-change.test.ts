import path from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { saveTool } from "#lib/registry/create.ts";
import { findModelChange } from "#lib/registry/model-change.ts";
import { getTool } from "#lib/registry/tools.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { createTool, type Member, typescriptFiles } from "./fixture.ts";

let member: Member;
withDatabase();
beforeAll(() => {
  process.env.TOOLROOM_ROOT = path.resolve(".");
});
beforeEach(async () => {
  member = await createTeam("Comparers");
});

const parameters = (source: string) => typescriptFiles("return 1;", { tool: source });

async function save(name: string, source: string): Promise<void> {
  const { id, versionId } = await getTool(member, name);
  const changes = parameters(source).map(({ path: file, content }) => ({
    path: file,
    text: `${Buffer.from(content)}`,
  }));
  await saveTool(member, { toolId: id, base: versionId, changes });
}

it("compares what a model is told of the current version with the one before it, and nothing with the first", async () => {
  const { id, name } = await createTool(member, parameters('city: z.string().describe("a city")'));
  expect(await findModelChange(member, id)).toBeNull();
  await save(name, 'city: z.string().describe("a town"), days: z.int().min(1)');
  expect(await findModelChange(member, id)).toMatchObject({
    from: { number: 1, readFrom: "import" },
    to: { number: 2, readFrom: "import" },
    changes: [
      { code: "described", path: "city", oldCalls: "accepted" },
      { code: "added_required", path: "days", oldCalls: "may be refused" },
    ],
  });
  await save(name, 'city: z.string().describe("a town"), days: z.int().min(1).optional()');
  const change = await findModelChange(member, id);
  expect(change).toMatchObject({ from: { number: 2 }, changes: [{ code: "made_optional", path: "days" }] });
  const lines = change?.hunks?.flatMap((hunk) => hunk.lines.filter((line) => !line.startsWith(" "))) ?? [];
  expect(lines.map((line) => line.replaceAll(/\s+/g, " "))).toContain('+ "null"');
});

it("does not find another team's tool", async () => {
  const { id } = await createTool(member, parameters("city: z.string()"));
  const stranger = await createTeam("Strangers");
  await expect(findModelChange(stranger, id)).rejects.toMatchObject({ code: "not_found" });
});
