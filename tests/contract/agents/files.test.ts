import { readdir } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { addFile, openSessionFile } from "#lib/agents/files.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { fileOf, type Member, openSession, withRuns } from "./fixture.ts";

withDatabase();
withRuns();
let member: Member;
let sessionId = "";
beforeAll(async () => {
  member = await createTeam("Files");
  sessionId = await openSession(member, AgentFile.parse({ name: "Tester", model: { person: true } }));
});

async function read(name: string): Promise<string> {
  const { stream } = await openSessionFile(member, sessionId, { name });
  return new Response(stream).text();
}

test.each([
  ["../../up.txt", "up.txt"],
  ["C:\\Users\\me\\보고서.pdf", "보고서.pdf"],
  ["...hidden", "hidden"],
  ["a\u0000b\nc.txt", "abc.txt"],
  ["", "file"],
  ["..", "file"],
  ["é".normalize("NFD"), "é"],
])("%j is kept as %j", async (name, kept) => {
  const { name: given } = await addFile(member, sessionId, new File([name], name));
  expect(given.replace(/-\d+(?=\.|$)/, "")).toBe(kept);
  expect(await read(given)).toBe(name);
});

test("a name of any length in any script is cut to what a file system takes, and keeps its ending", async () => {
  for (const name of ["가".repeat(300), "😀".repeat(200), "x".repeat(500)]) {
    const kept = await addFile(member, sessionId, new File(["x"], `${name}.csv`));
    expect(kept).toMatchObject({ mediaType: "text/csv; charset=utf-8", bytes: 1 });
    expect(Buffer.byteLength(kept.name)).toBeLessThan(200);
    expect(`${name}.csv`.startsWith(kept.name.slice(0, -4))).toBe(true);
  }
});

test("files of one name that come at once all stay, and leave nothing else behind", async () => {
  const texts = Array.from({ length: 8 }, (_, at) => `${at}`);
  const kept = await Promise.all(texts.map((text) => addFile(member, sessionId, new File([text], "same.png"))));
  expect(new Set(kept.map(({ name }) => name)).size).toBe(texts.length);
  expect(await Promise.all(kept.map(({ name }) => read(name)))).toEqual(texts);
  expect((await readdir(fileOf(member, sessionId, "."))).filter((name) => name.startsWith("."))).toEqual([]);
});
