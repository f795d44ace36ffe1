import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#lib/core/env.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { call, say, withRuns, writeTool } from "./fixture.ts";

withDatabase();
withRuns();
const server = withModelServer();
let folder = "";
beforeAll(async () => {
  await createTeam("Command line");
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "chat-handoffs-")));
  await writeTool(folder, "told", { body: 'return "noted";' });
});
afterAll(() => rm(folder, { recursive: true }));

async function chat(...args: string[]) {
  const command = [
    path.resolve("bin/toolroom.mjs"),
    "chat",
    "desk.json",
    "-m",
    "go",
    "--base-url",
    server.url,
    ...args,
  ];
  const child = spawn(process.execPath, command, { cwd: folder, env: { ...process.env, TOOLROOM_DATA: env().data } });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { stdout, stderr, code: code as number };
}

test("a session's data enables a handoff, its tool is a folder beside the file, and an agent is asked on the way", async () => {
  const isEnabled = [{ at: "/data/plan", is: "==", value: "pro" }];
  const agents = [{ name: "clerk", agentTools: ["expert"] }, { name: "expert" }];
  const handoffs = [{ agent: "clerk", isEnabled, onHandoff: { tool: "./told" } }];
  await writeFile(path.join(folder, "desk.json"), JSON.stringify({ name: "desk", handoffs, agents }));
  server.play([
    [call("transfer_to_clerk", {}, "c1")],
    [call("ask_expert", { input: "How much?" }, "c2")],
    [say("Seven.")],
    [say("It is 7.")],
  ]);
  const said = await chat("--data", '{"plan":"pro"}');
  expect(said).toMatchObject({ code: 0, stdout: "It is 7.\n" });
  expect(said.stderr).toMatch(/told \{\}.*→ noted.*handed over to clerk.*asks expert: How much\?.*→ Seven\./s);
});

test.each([
  [["--data", "[1]"], /not a JSON object/],
  [["--data", "{}", "--session", "ses_1"], /--data without --session/],
])("%j is refused", async (args, why) => {
  const said = await chat(...args);
  expect(said).toMatchObject({ code: 2, stdout: "" });
  expect(said.stderr).toMatch(why);
});
