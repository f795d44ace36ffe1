import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { AgentDefinition, AgentLimits } from "#lib/agents/schema.ts";
import { env } from "#lib/core/env.ts";
import { ModelSettings } from "#lib/providers/schema.ts";
import { EventBody } from "#lib/runs/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createTeam } from "#tests/support/team.ts";
import { call, outputsOf, say } from "./fixture.ts";

withDatabase();
const server = withModelServer();
let page = "";
beforeAll(async () => {
  await createTeam("Command line");
  page = await readFile("docs/agent-file.md", "utf8");
});

test("the example runs as it stands", async () => {
  const [, example = ""] = /```json\n(.*?)```/s.exec(page) ?? [];
  const folder = await mkdtemp(path.join(os.tmpdir(), "example-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, "invoice-desk.json"), example);
  server.play([
    [call("calculator", { a: 1250, b: 0.19, op: "*" }, "c1"), call("transfer_to_complaints", {}, "c2")],
    [say("It is 237.5.")],
  ]);
  const flags = ["--message", "What is 19 % of 1,250?", "--base-url", server.url];
  const { code, stdout, stderr } = await chat(["invoice-desk.json", ...flags], folder);
  expect([code, stdout]).toEqual([0, "It is 237.5.\n"]);
  expect(stderr).toContain("handed over to Complaints");
  expect(outputsOf(server)).toEqual(["237.5", '{"assistant":"Complaints"}']);
});

test("the sample that it names needs neither a server, nor a key, nor a studio that was started before", async () => {
  expect(page).toContain('chat "Invoice desk" --message "I invoiced 1,250,000 won"');
  const { code, stdout } = await chat(["Invoice desk", "--message", "I invoiced 1,250,000 won"], os.tmpdir());
  expect([code, stdout]).toEqual([0, expect.stringMatching(/1375000 won.*2026-10-08/s)]);
});

async function chat(args: string[], cwd: string) {
  const environment = { ...process.env, TOOLROOM_DATA: env().data };
  const child = spawn(process.execPath, [path.resolve("bin/toolroom.mjs"), "chat", ...args], { cwd, env: environment });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { stdout, stderr, code: code as number };
}

test("the page names every field, setting, limit and event", () => {
  const named = new Set([...page.matchAll(/`([\w.]+)`/g)].map(([, name]) => name));
  const events = EventBody.options.flatMap((option) => ("shape" in option ? [option.shape.type.value] : []));
  const wanted = [
    ...[AgentDefinition, AgentLimits, ModelSettings].flatMap(({ shape }) => Object.keys(shape)),
    ...events,
    "run.started",
  ];
  expect(wanted.filter((name) => !named.has(name))).toEqual([]);
});
