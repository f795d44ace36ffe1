import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#lib/core/env.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { call, outputsOf, say, withTools } from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
const main = path.resolve("bin/toolroom.mjs");
let folder = "";
beforeAll(async () => {
  await createTeam("Command line");
  folder = await mkdtemp(path.join(os.tmpdir(), "approve-"));
});
afterAll(() => rm(folder, { recursive: true }));

function toolroom(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const environment = { ...process.env, TOOLROOM_DATA: env().data };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env: environment }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

test("a call that needs approval ends chat with how to decide; approve goes on, and a second one is told so", async () => {
  server.play([[call("echo", { text: "a" }, "c1")], [say("done")]]);
  const file = path.join(folder, "careful.json");
  await writeFile(file, JSON.stringify({ name: "Tester", tools: [{ tool: tool("echo"), approval: "always" }] }));
  const asked = await toolroom("chat", file, "-m", "go", "--base-url", server.url, "--model", "test-model");
  expect(asked.code).toBe(1);
  const [, runId = ""] = /toolroom approve (run_\w+) 1\.0 /.exec(asked.stderr) ?? [];
  const approved = await toolroom("approve", runId, "1.0", "--arguments", '{"text":"b"}');
  expect(approved).toMatchObject({ code: 0, stdout: "done\n" });
  expect(outputsOf(server)[0]).toMatch(/^A person changed the arguments.*\n\nb$/);
  const again = await toolroom("approve", runId, "1.0");
  expect([again.code, again.stderr]).toEqual([2, "toolroom: You have already approved this call.\n"]);
});

test.each<[string[], RegExp]>([
  [["approve", "run_none"], /Name a run and one of its calls/],
  [["approve", "run_none", "first"], /write turn\.index/],
  [["approve", "run_none", "1.0", "--reject", "no", "--session"], /--reject goes with neither/],
  [["approve", "run_none", "1.0"], /no agent's run run_none/],
])("%j is said in one sentence with code 2", async (args, words) => {
  const { code, stdout, stderr } = await toolroom(...args);
  expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
  expect(stderr).toMatch(words);
});
