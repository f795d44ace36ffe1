import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { env } from "#lib/core/env.ts";
import { db } from "#lib/db/client.ts";
import { saveTool } from "#lib/registry/create.ts";
import type { ToolDetail } from "#lib/registry/schema.ts";
import { deleteTool, getTool } from "#lib/registry/tools.ts";
import { listRuns } from "#lib/runs/history.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { callToEnd, createTool, type Member, pythonFiles, toFiles, typescriptFiles } from "./fixture.ts";

let member: Member;
withDatabase();
beforeAll(() => {
  process.env.TOOLROOM_ROOT = path.resolve(".");
});
beforeEach(async () => {
  member = await createTeam("Savers");
});

function textOf(tool: ToolDetail, file: string): string | null | undefined {
  return tool.files.find((each) => each.path === file)?.text;
}

function listWorkspaces(): Promise<string[]> {
  return readdir(path.join(env().data, "teams", member.teamId, "versions"));
}

async function typescriptTool(body: string, files: Record<string, string> = {}): Promise<ToolDetail> {
  return getTool(member, (await createTool(member, typescriptFiles(body, { files }))).name);
}

describe("saving", () => {
  it("makes the next version, keeps what was not changed, and leaves the old one as it was", async () => {
    const first = await typescriptTool('return "one";', { "keep.txt": "kept", "gone.txt": "gone" });
    const changes = [
      { path: "tool.ts", text: (textOf(first, "tool.ts") ?? "").replace('"one"', '"two"') },
      { path: "gone.txt", text: null },
      { path: "lib/new.txt", text: "새" },
    ];
    expect(await saveTool(member, { toolId: first.id, base: first.versionId, changes })).toEqual({ versionNumber: 2 });
    const second = await getTool(member, first.name);
    expect(second.files.map((file) => [file.path, file.text])).toEqual([
      ["keep.txt", "kept"],
      ["lib/new.txt", "새"],
      ["tool.ts", changes[0]?.text],
    ]);
    const { result, runId } = await callToEnd(member, first.id);
    expect(result).toBe("two");
    expect(await db().run.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
      versionNumber: 2,
      toolVersionId: second.versionId,
    });
    expect(
      existsSync(path.join(dataDirectory.version(member.teamId, first.versionId), "tools", first.name, "gone.txt")),
    ).toBe(true);
  });

  it("answers with the same version when nothing changed", async () => {
    const tool = await typescriptTool('return "same";');
    const changes = [{ path: "tool.ts", text: textOf(tool, "tool.ts") ?? null }];
    expect(await saveTool(member, { toolId: tool.id, base: tool.versionId, changes })).toEqual({ versionNumber: 1 });
    expect((await getTool(member, tool.name)).versionId).toBe(tool.versionId);
    expect(await listWorkspaces()).toEqual([tool.versionId]);
  });

  it("refuses what began with an older version, and neither's work is lost", async () => {
    const first = await typescriptTool("return 1;", { "notes.txt": "first" });
    const save = (text: string) =>
      saveTool(member, { toolId: first.id, base: first.versionId, changes: [{ path: "notes.txt", text }] });
    await save("hers");
    await expect(save("his")).rejects.toMatchObject({
      code: "conflict",
      message: `Somebody else saved "${first.name}" in between; reload to see their version, your text stays here.`,
    });
    expect(textOf(await getTool(member, first.name), "notes.txt")).toBe("hers");
    expect(await listWorkspaces()).toHaveLength(2);
  });

  it("lets one of several at once win, whole", async () => {
    const first = await typescriptTool("return 1;");
    const texts = ["a", "b", "c", "d"];
    const saves = texts.map((text) => {
      const changes = ["one.txt", "two.txt"].map((file) => ({ path: file, text }));
      return saveTool(member, { toolId: first.id, base: first.versionId, changes });
    });
    const settled = await Promise.allSettled(saves);
    const winner = texts[settled.findIndex(({ status }) => status === "fulfilled")];
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const tool = await getTool(member, first.name);
    expect([tool.versionNumber, textOf(tool, "one.txt"), textOf(tool, "two.txt")]).toEqual([2, winner, winner]);
    expect(await listWorkspaces()).toHaveLength(2);
  });

  it.each([
    ["a path that leads out", { path: "../evil.ts", text: "" }, "leads out"],
    ["no entry file", { path: "tool.ts", text: null }, "neither tool.py nor tool.ts"],
    ["a second entry file", { path: "tool.py", text: "" }, "both tool.py and tool.ts"],
    ["a broken config.json", { path: "config.json", text: "{" }, "config.json of the tool is not JSON"],
    ["a timeout that no tool gets", { path: "config.json", text: '{"sandbox":{"timeout":99999}}' }, "sandbox.timeout"],
    ["the studio's own variable", { path: "config.json", text: '{"environment":["DATABASE_URL"]}' }, "DATABASE_URL"],
    ["a file that nothing would show again", { path: ".venv/x", text: "" }, ".venv/x"],
  ])("refuses %s, and the tool is as before", async (_, change, words) => {
    const tool = await typescriptTool('return "before";');
    const saving = saveTool(member, { toolId: tool.id, base: tool.versionId, changes: [change] });
    await expect(saving).rejects.toMatchObject({ code: "invalid_input", message: expect.stringContaining(words) });
    expect(await getTool(member, tool.name)).toMatchObject({ versionId: tool.versionId, files: tool.files });
    expect(await listWorkspaces()).toEqual([tool.versionId]);
    expect((await callToEnd(member, tool.id)).result).toBe("before");
  });

  it("refuses to change a tool of the catalogue", async () => {
    const tool = await typescriptTool("return 1;");
    await db().tool.update({ where: { id: tool.id }, data: { builtin: true } });
    const saving = saveTool(member, { toolId: tool.id, base: tool.versionId, changes: [] });
    await expect(saving).rejects.toMatchObject({ code: "forbidden" });
    await expect(deleteTool(member, tool.id)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a tool that is broken", () => {
  const BROKEN = "def run_tool(:\n    pass\n";

  it("is there with its files and its problem, and a save mends it", async () => {
    const { id, name } = await createTool(
      member,
      toFiles({ "tool.py": `"""Broken."""\n\n${BROKEN}`, "a.txt": "kept" }),
    );
    const broken = await getTool(member, name);
    expect(broken.problem).toBe("line 3 of tool.py is not valid Python: invalid syntax.");
    expect(textOf(broken, "tool.py")).toContain(BROKEN);
    expect(textOf(broken, "a.txt")).toBe("kept");
    const call = await callToEnd(member, id);
    expect(call.last).toMatchObject({ type: "run.failed", code: "tool_failed" });
    expect(call.events.some((event) => event.type === "tool.log" && event.text.includes("SyntaxError"))).toBe(true);
    const text = Buffer.from(pythonFiles("return 'mended'")[0]?.content ?? "").toString();
    await saveTool(member, { toolId: id, base: broken.versionId, changes: [{ path: "tool.py", text }] });
    expect((await callToEnd(member, id)).result).toBe("mended");
    expect(await getTool(member, name)).toMatchObject({ problem: null, versionNumber: 2 });
  });

  it("tells what its import raised, with what its source says of its parameters", async () => {
    const files = pythonFiles("return 1", {
      head: "import no_such_module",
      tool: "word: str = Field(description='a word')",
    });
    const { id, name } = await createTool(member, files);
    await callToEnd(member, id);
    const tool = await getTool(member, name);
    expect(tool.problem).toMatch(/could not be imported: .*no_such_module/);
    expect(tool.contract).toMatchObject({
      readFrom: "source",
      toolParameters: { properties: { word: { description: "a word" } } },
    });
  });

  it("without OUTPUT_KEY gives all it prints as its result, as the contract says", async () => {
    const { id, name } = await createTool(member, toFiles({ "tool.py": 'print("first")\nprint("second")\n' }));
    expect((await callToEnd(member, id)).result).toBe("first\nsecond");
    expect((await getTool(member, name)).contract.outputKey).toBeNull();
  });

  it("in TypeScript tells its problem too", async () => {
    const { id, name } = await createTool(member, toFiles({ "tool.ts": "/** Broken. */\nexport const = 1;\n" }));
    const call = await callToEnd(member, id);
    expect(call.last).toMatchObject({ type: "run.failed" });
    expect((await getTool(member, name)).problem).toMatch(/^tool\.ts could not be imported: SyntaxError/);
  });
});

describe("deleting", () => {
  it("takes versions, configurations and files along, and leaves the runs", async () => {
    const tool = await typescriptTool("return 1;");
    const { runId } = await callToEnd(member, tool.id);
    await saveTool(member, { toolId: tool.id, base: tool.versionId, changes: [{ path: "x", text: "x" }] });
    await deleteTool(member, tool.id);
    await expect(getTool(member, tool.name)).rejects.toMatchObject({ code: "not_found" });
    expect(await listWorkspaces()).toEqual([]);
    expect(await listRuns(member, {})).toMatchObject([{ id: runId, toolId: null, toolName: tool.name }]);
  });
});
