import { readdir } from "node:fs/promises";
import path from "node:path";
import { zipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { env } from "#lib/core/env.ts";
import { db } from "#lib/db/client.ts";
import { type Creation, createTools, duplicateTool } from "#lib/registry/create.ts";
import { UPLOAD_LIMITS } from "#lib/registry/tool-files.ts";
import { getTool, listTools } from "#lib/registry/tools.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { callToEnd, type Member, pythonFiles, toFiles, toZip, typescriptFiles } from "./fixture.ts";

let member: Member;
withDatabase();
beforeAll(async () => {
  process.env.TOOLROOM_ROOT = path.resolve(".");
});
beforeEach(async () => {
  member = await createTeam("Creators");
});

/** The workspaces that are on disk for the team. */
function listWorkspaces(): Promise<string[]> {
  return readdir(path.join(env().data, "teams", member.teamId, "versions")).catch(() => []);
}

/** Tries to make tools and answers with the refusal; nothing may be left of them, in the database or on disk. */
async function refusalOf(creation: Creation): Promise<unknown> {
  const refusal = await createTools(member, creation).then(
    (created) => created,
    (error: unknown) => error,
  );
  expect(await listTools(member)).toEqual([]);
  expect(await listWorkspaces()).toEqual([]);
  return refusal;
}

const files = (all: Record<string, string>, name = "") =>
  ({ from: "files", files: toFiles(all), name }) satisfies Creation;
const zip = (all: Record<string, string | Uint8Array>, name = "upload.zip") =>
  ({ from: "zip", archive: toZip(all), name }) satisfies Creation;
const source = 'OUTPUT_KEY = "tool_output"\n';

test.each(["python", "typescript"] as const)("the %s template makes a tool that runs as it is", async (language) => {
  expect(await createTools(member, { from: "template", language, name: "greeter" })).toEqual({
    tools: [{ name: "greeter" }],
    problems: [],
  });
  const { id } = await getTool(member, "greeter");
  const { result, last, events } = await callToEnd(member, id, {
    toolParameters: { name: "Ada", language: "ko" },
    userParameters: { signature: "— the studio" },
  });
  expect(last).toMatchObject({ type: "run.succeeded" });
  expect(result).toMatch(/^안녕하세요, Ada[\s\S]*— the studio$/);
  expect(events.find(({ type }) => type === "tool.log")).toMatchObject({
    text: expect.stringMatching(/^greeting Ada in ko\n/),
  });
  const tool = await getTool(member, "greeter");
  expect(tool).toMatchObject({ language, problem: null, versionNumber: 1, callsToday: 1 });
  expect(tool.contract).toMatchObject({ readFrom: "import", outputKey: "tool_output" });
  expect(tool.contract.toolParameters).toMatchObject({ required: ["name"] });
  expect(JSON.parse(tool.example ?? "")).toHaveProperty("toolParameters");
  const refused = await callToEnd(member, id, { toolParameters: {} });
  expect(refused.failed).toMatchObject({ code: "invalid_input", message: expect.stringContaining("name") });
});

describe("an upload", () => {
  it("of a folder keeps every file where it was, and leaves out what running makes", async () => {
    const created = await createTools(
      member,
      files({
        "calc/tool.py": `from lib.deep.word import WORD\n${source}print(OUTPUT_KEY, WORD)\n`,
        "calc/lib/deep/word.py": 'WORD = open(__file__.replace("word.py", "낱말.txt")).read()\n',
        "calc/lib/deep/낱말.txt": "말",
        "calc/__pycache__/tool.cpython-312.pyc": "x",
        "calc/.venv/bin/python": "x",
        "README.md": "beside the tool",
      }),
    );
    expect(created).toEqual({ tools: [{ name: "calc" }], problems: [] });
    const tool = await getTool(member, "calc");
    expect(tool.files.map(({ path: file }) => file)).toEqual(["lib/deep/word.py", "lib/deep/낱말.txt", "tool.py"]);
    expect((await callToEnd(member, tool.id)).result).toBe("말");
  });

  it("of a zip makes every tool in it, and says of each that could not be made why", async () => {
    const created = await createTools(
      member,
      zip({
        "pack/one/tool.py": source,
        "pack/two/tool.ts": "export {}",
        "pack/bad/tool.py": source,
        "pack/bad/config.json": "{",
        "pack/both/tool.py": source,
        "pack/both/tool.ts": "export {}",
        "workflow_template.json": "{}",
      }),
    );
    expect(created.tools).toEqual([{ name: "one" }, { name: "two" }]);
    expect(created.problems).toEqual([
      { path: "bad", message: expect.stringMatching(/^config\.json of the tool is not JSON: .*\.$/) },
      { path: "both", message: '"both" has both tool.py and tool.ts; keep the one that is the tool.' },
    ]);
    expect((await listTools(member)).map(({ name }) => name)).toEqual(["one", "two"]);
    expect(await listWorkspaces()).toHaveLength(2);
  });

  it.each([
    ["no entry file", files({ "main.py": source, "notes.txt": "" }), "No tool.py or tool.ts among 2 files"],
    ["nothing at all", files({}), "No tool.py or tool.ts among 0 files"],
    ["both entry files", files({ "tool.py": source, "tool.ts": "" }, "x"), "has both tool.py and tool.ts"],
    ["a path that leads out", files({ "tool.py": source, "../evil.py": "" }, "x"), '"../evil.py" leads out'],
    ["one that leads out in between", files({ "tool.py": source, "a/../../evil.py": "" }, "x"), "leads out"],
    ["one with backslashes", files({ "tool.py": source, "..\\evil.py": "" }, "x"), "leads out"],
    ["an absolute path", files({ "tool.py": source, "/etc/evil.py": "" }, "x"), '"/etc/evil.py" is absolute'],
    ["a drive", files({ "tool.py": source, "C:\\evil.py": "" }, "x"), "is absolute"],
    ["a zero character", files({ "tool.py": source, "a\0b": "" }, "x"), "zero character"],
    [
      "a path that is too long",
      files({ "tool.py": source, [`${"a/".repeat(1_200)}b`]: "" }, "x"),
      "longer than 2048 bytes",
    ],
    ["a name that is a file and a folder", files({ "tool.py": source, a: "", "a/b": "" }, "x"), '"a"'],
    ["names that differ in case only", files({ "tool.py": source, "Tool.py": "" }, "x"), "one file on some disks"],
    ["a broken config.json", files({ "tool.py": source, "config.json": "[]" }, "x"), "config.json of the tool"],
    ["a name of nothing legal", files({ "tool.py": source }, "🧨"), "cannot be a tool's name"],
    ["more files than allowed", files(manyFiles(UPLOAD_LIMITS.files + 1), "x"), "2001 files are more than the 2000"],
    ["a zip that leads out", zip({ "tool.py": source, "../evil.py": "" }), "../evil.py"],
    ["a zip that is absolute", zip({ "tool.py": source, "/etc/evil.py": "" }), "/etc/evil.py"],
    ["an encrypted zip", { from: "zip", archive: encrypted(toZip({ "tool.py": source })), name: "" }, "is encrypted"],
    ["a zip with a link", { from: "zip", archive: zipWithLink(), name: "" }, '"tool.py" in the zip is a symbolic link'],
    ["a zip with no entry file", zip({ "main.py": source }), "No tool.py or tool.ts"],
    [
      "a zip that is none",
      { from: "zip", archive: Buffer.from("PK\x03\x04 not"), name: "x" },
      "The zip cannot be read",
    ],
    ["an empty zip", zip({}), "No tool.py or tool.ts among 0 files"],
    [
      "a zip of zeros",
      zip({ "tool.py": source, zeros: new Uint8Array(UPLOAD_LIMITS.fileBytes + 1) }),
      "unpacks to more",
    ],
  ] as [string, Creation, string][])(
    "with %s is refused in one sentence, and nothing is left",
    async (_, creation, words) => {
      const refusal = await refusalOf(creation);
      expect(refusal).toMatchObject({ name: "AppError", message: expect.stringContaining(words) });
      expect((refusal as Error).message).toMatch(/^[^\n]+\.$/);
    },
  );

  it("takes a zip's name when the tool lies at its top", async () => {
    const created = await createTools(member, zip({ "tool.py": source }, "My Tool.zip"));
    expect(created.tools).toEqual([{ name: "My_Tool" }]);
  });
});

describe("a name in use", () => {
  it("is given once when two uploads want it at once, and nothing of the others is left", async () => {
    const attempts = Array.from({ length: 4 }, (_, index) =>
      createTools(member, { from: "files", files: typescriptFiles(`return ${index};`), name: "wanted" }),
    );
    const settled = await Promise.allSettled(attempts);
    const refused = settled.filter((each) => each.status === "rejected");
    expect(refused).toHaveLength(3);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: "conflict", message: expect.stringContaining('"wanted"') });
    }
    expect(await db().tool.count({ where: { teamId: member.teamId } })).toBe(1);
    expect(await db().toolVersion.count({ where: { tool: { teamId: member.teamId } } })).toBe(1);
    const { id, versionId } = await getTool(member, "wanted");
    expect(await listWorkspaces()).toEqual([versionId]);
    const winner = settled.findIndex((each) => each.status === "fulfilled");
    expect((await callToEnd(member, id)).result).toBe(String(winner));
  });

  it("is no hindrance in another team", async () => {
    const creation = { from: "files", files: pythonFiles("return 1"), name: "same" } satisfies Creation;
    await createTools(member, creation);
    await createTools(await createTeam("Others"), creation);
    expect(await listTools(member)).toHaveLength(1);
  });

  it("gets a number when a tool is duplicated", async () => {
    await createTools(member, { from: "files", files: typescriptFiles('return "same";'), name: "origin" });
    const origin = await getTool(member, "origin");
    expect(await duplicateTool(member, origin.id)).toMatchObject({ name: "origin_2" });
    expect(await duplicateTool(member, origin.id)).toMatchObject({ name: "origin_3" });
    const copy = await getTool(member, "origin_2");
    expect(copy.files).toEqual(origin.files);
    expect((await callToEnd(member, copy.id)).result).toBe("same");
  });
});

function manyFiles(count: number): Record<string, string> {
  const names = Array.from({ length: count - 1 }, (_, index) => [`data/${index}.txt`, ""]);
  return { "tool.py": source, ...Object.fromEntries(names) };
}

/** The archive with the flag of encryption at its only file. */
function encrypted(archive: Buffer): Buffer {
  for (const [mark, offset] of [
    ["PK\x03\x04", 6],
    ["PK\x01\x02", 8],
  ] as const) {
    archive.writeUInt16LE(1, archive.indexOf(mark) + offset);
  }
  return archive;
}

function zipWithLink(): Buffer {
  return Buffer.from(zipSync({ "tool.py": [Buffer.from("/etc/passwd"), { os: 3, attrs: (0o120777 << 16) >>> 0 }] }));
}
