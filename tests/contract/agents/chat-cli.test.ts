import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { AgentFile } from "#lib/agents/schema.ts";
import { env } from "#lib/core/env.ts";
import type { Event } from "#lib/runs/schema.ts";
import { withDatabase } from "#tests/support/database.ts";
import { withModelServer } from "#tests/support/model-server/with-model-server.ts";
import { createPublishedAgent } from "#tests/support/published-agent.ts";
import { createTeam } from "#tests/support/team.ts";
import { call, fileOf, inputOf, type Member, outputsOf, say, withTools, wordsOf } from "./fixture.ts";

withDatabase();
const server = withModelServer();
const tool = withTools();
const main = path.resolve("bin/toolroom.mjs");
let member: Member;
let folder = "";
beforeAll(async () => {
  member = await createTeam("Command line");
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "chat-")));
});
afterAll(() => rm(folder, { recursive: true }));

async function agentFile(name: string, written: object | string): Promise<string> {
  const file = path.join(folder, name);
  const whole = typeof written === "string" ? written : JSON.stringify({ name: "Tester", ...written });
  await writeFile(file, whole);
  return file;
}

function start(args: string[]) {
  const environment = { ...process.env, TOOLROOM_DATA: env().data };
  const child = spawn(process.execPath, [main, ...args], { cwd: folder, env: environment });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function toolroom(...args: string[]) {
  const child = start(args);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { stdout, stderr, code: code as number };
}

type Printed = Event & { sessionId?: string };
function eventsOf(stdout: string): Printed[] {
  return stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Printed]));
}

/** The first line of a running command's events that fits. */
async function untilPrinted(child: ReturnType<typeof start>, fits: (event: Printed) => boolean): Promise<Printed> {
  const complaint = text(child.stderr);
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as Printed;
    if (fits(event)) return event;
  }
  throw new Error(`The command ended without the event that was waited for: ${await complaint}`);
}

/** Node's own process of a command, below the one that finds Node. */
async function innerOf(child: ChildProcess): Promise<number> {
  return Number((await text(spawn("pgrep", ["-P", String(child.pid)]).stdout)).trim());
}

describe("toolroom chat", () => {
  test.each(["responses", "chat"])("asks a server of the %s API, runs tools, and prints the answer", async (api) => {
    server.play([[say("I look."), call("echo", { text: "hi" }, "c1")], [say("It said hi.")]]);
    const file = await agentFile("a.json", { tools: [tool("echo")] });
    const said = await toolroom(
      "chat",
      file,
      "--message",
      "go",
      "--base-url",
      server.url,
      "--api",
      api,
      "--model",
      "m",
    );
    expect(said).toMatchObject({ code: 0, stdout: "I look.\nIt said hi.\n" });
    const words = said.stderr.replace(/^zod .*\n/m, "");
    expect(words).toMatch(/^toolroom: session ses_\w+\ntoolroom: echo \{"text":"hi"\}\ntoolroom: → hi\n$/);
    expect(server.requests.map((request) => [request.api, request.body.model])).toEqual([
      [api, "m"],
      [api, "m"],
    ]);
  });

  test("--events prints nothing but lines of JSON, and --session goes on", async () => {
    server.play([[say("one")], [say("two")]]);
    const file = await agentFile("b.json", {});
    const flags = ["--base-url", server.url, "--events"];
    const first = await toolroom("chat", file, "-m", "first", ...flags);
    expect([first.code, first.stderr]).toEqual([0, ""]);
    const [begun] = eventsOf(first.stdout);
    expect(begun).toMatchObject({ type: "run.started", seq: 1, sessionId: expect.stringMatching(/^ses_/) });
    const second = await toolroom("chat", file, "-m", "second", "--session", begun?.sessionId ?? "", ...flags);
    expect(eventsOf(second.stdout).at(-1)?.type).toBe("run.succeeded");
    expect(wordsOf(server).map(([, said]) => said)).toEqual(["first", "one", "second"]);
  });

  test("an agent of the team is talked to by its name, and a rehearsal needs no server", async () => {
    const model = { rehearsal: { exchanges: [{ when: "hello", turns: [{ text: "Hello to you." }] }] } };
    await createPublishedAgent(member, AgentFile.parse({ name: "Greeter", model }));
    expect(await toolroom("chat", "Greeter", "-m", "hello")).toMatchObject({ code: 0, stdout: "Hello to you.\n" });
  });

  test("the code is 0 only for a run that succeeded", async () => {
    server.play([
      { output: [], fault: { kind: "status", status: 400 } },
      { output: [say("Par")], incomplete: "max_output_tokens" },
    ]);
    const file = await agentFile("c.json", {});
    const failed = await toolroom("chat", file, "-m", "go", "--base-url", server.url);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining("answered 400") });
    const paused = await toolroom("chat", file, "-m", "go", "--base-url", server.url);
    expect(paused).toMatchObject({
      code: 1,
      stdout: "Par\n",
      stderr: expect.stringContaining("was cut before its end"),
    });
  });

  test("an attempt that failed leaves the answer that came after it whole on a line of its own", async () => {
    server.play([{ output: [say("half")], fault: { kind: "cut", after: 7 }, chunk: 1 }, [say("the whole")]]);
    const said = await toolroom("chat", await agentFile("d.json", {}), "-m", "go", "--base-url", server.url);
    expect(said.stdout.split("\n").slice(-2)).toEqual(["the whole", ""]);
    expect(said.stderr).toMatch(/Trying again in 0\.\d+ s\./);
  });

  test("Ctrl-C stops the run, its tools, and says so", async () => {
    server.play([[call("stubborn", {}, "c1")]]);
    const child = start([
      "chat",
      await agentFile("e.json", { tools: [tool("stubborn")] }),
      "-m",
      "go",
      "--base-url",
      server.url,
      "--events",
    ]);
    const { runId } = await untilPrinted(child, ({ type }) => type === "tool.called");
    process.kill(await innerOf(child), "SIGINT");
    expect((await once(child, "exit"))[0]).toBe(130);
    const told = await toolroom("resume", runId, "--events");
    expect(told.code).toBe(130);
    expect(eventsOf(told.stdout).slice(-2)).toMatchObject([
      { type: "tool.failed", modelResult: "The call was stopped by the user." },
      { type: "run.cancelled" },
    ]);
  });

  test("a reader that has seen enough is no failure, and the run goes on to its end", async () => {
    server.play([{ output: [say("word ".repeat(2000))], chunk: 20 }]);
    const child = start(["chat", await agentFile("f.json", {}), "-m", "go", "--base-url", server.url, "--events"]);
    const { runId } = await untilPrinted(child, ({ type }) => type === "run.started");
    child.stdout.destroy();
    expect((await once(child, "exit"))[0]).toBe(0);
    expect(eventsOf((await toolroom("resume", runId, "--events")).stdout).at(-1)?.type).toBe("run.succeeded");
  });
});

describe("after kill -9", () => {
  /** A command that is killed while its second tool runs; the first has ended. */
  async function killed() {
    server.play([[call("key", {}, "c1"), call("hold", { name: "x" }, "c2")], [say("done")], [say("and more")]]);
    const file = await agentFile("g.json", { tools: [tool("key"), tool("hold")] });
    const flags = ["--base-url", server.url, "--events"];
    const child = start(["chat", file, "-m", "go", ...flags]);
    const { runId, sessionId = "" } = await untilPrinted(child, ({ type }) => type === "tool.returned");
    const held = () => readFile(fileOf(member, sessionId, "held-x"), "utf8").catch(() => "");
    await vi.waitUntil(async () => (await held()) !== "", { timeout: 20_000 });
    process.kill(await innerOf(child), "SIGKILL");
    await once(child, "exit");
    await writeFile(fileOf(member, sessionId, "go-x"), "");
    return { runId, sessionId, file, flags, held };
  }

  test("resume goes on: no answer is asked for twice, no finished tool runs again", async () => {
    const { runId, held } = await killed();
    const resumed = await toolroom("resume", runId, "--events");
    expect(resumed.code).toBe(0);
    const events = eventsOf(resumed.stdout);
    expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((one, other) => one - other));
    expect(events.filter(({ type }) => type === "tool.called").map((event) => "index" in event && event.index)).toEqual(
      [0, 1, 1],
    );
    expect(await held()).toBe(`${runId}:1.1\n`.repeat(2));
    expect(server.requests).toHaveLength(2);
    expect(outputsOf(server)).toEqual([`${runId}:1.0`, "x"]);
    const again = await toolroom("resume", runId, "--events");
    expect(again.stdout).toBe(
      resumed.stdout.replaceAll(/^.*"type":"(text|reasoning|tool\.arguments)\.delta".*\n/gm, ""),
    );
  });

  test("chat --session first goes on with it, and then says what was to be said", async () => {
    const { sessionId, file, flags, runId } = await killed();
    const said = await toolroom("chat", file, "-m", "more?", "--session", sessionId, ...flags);
    expect(said.code).toBe(0);
    const runs = new Set(eventsOf(said.stdout).map((event) => event.runId));
    expect([[...runs][0], runs.size]).toEqual([runId, 2]);
    expect(server.requests).toHaveLength(3);
    expect(inputOf(server).map(({ role, type }) => role ?? type)).toEqual([
      ...[
        "user",
        "function_call",
        "function_call",
        "function_call_output",
        "function_call_output",
        "assistant",
        "user",
      ],
    ]);
  });
});

describe("misuse is said in one sentence with code 2", () => {
  const CHAT = { name: "m", server: { api: "chat", baseUrl: "http://127.0.0.1:9/v1" } };
  const rehearsal = { rehearsal: { exchanges: [{ turns: [{ text: "hi" }] }] } };

  test.each<[string, object | string, RegExp]>([
    ["no JSON", "{name:", /bad\.json is not JSON/],
    ["an unknown field", { tool: [] }, /bad\.json is not an agent file: its top: .*"tool"/],
    ["a wrong type", { limits: { turns: "ten" } }, /limits\.turns: .*number/],
    [
      "a folder that is not there",
      { model: rehearsal, tools: ["./nowhere"] },
      /no tool folder \.\/nowhere.*where the agent file is/,
    ],
    [
      "a tool that is not there",
      { model: rehearsal, tools: ["no_such_tool"] },
      /uses the tool "no_such_tool".*does not have/,
    ],
    [
      "a stranger to hand over to",
      { model: rehearsal, handoffs: ["nobody"] },
      /hands over to "nobody".*add it under "agents"/,
    ],
    [
      "a kept history on a chat server",
      { history: "server", model: CHAT },
      /history kept by the server, which Chat Completions have not/,
    ],
    [
      "a hosted tool on a chat server",
      { hostedTools: [{ type: "web_search" }], model: CHAT },
      /hosted tool "web_search", which Chat/,
    ],
    ["two of one name", { model: rehearsal, agents: [{ name: "Tester" }] }, /agents are named "Tester"; rename one/],
    [
      "a name that no server takes",
      { model: rehearsal, handoffs: [{ agent: "B", toolNameOverride: "전화 연결" }], agents: [{ name: "B" }] },
      /handoffs\.0\.toolNameOverride: write at most 64 letters/,
    ],
  ])("%s", async (_, written, words) => {
    const file = await agentFile("bad.json", written);
    const { code, stdout, stderr } = await toolroom("chat", file, "-m", "go");
    expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(words);
  });

  test("more than 128 functions: how many, and what to do", async () => {
    const names = Array.from({ length: 142 }, (_, at) => `tool_${at}`);
    await Promise.all(names.map((name) => mkdir(path.join(folder, "many", name), { recursive: true })));
    const file = await agentFile("bad.json", { model: rehearsal, tools: names.map((name) => `./many/${name}`) });
    const { code, stderr } = await toolroom("chat", file, "-m", "go");
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /has 142 functions, and model servers take at most 128; leave some out, or give them to an agent/,
    );
  });

  test.each<[string[], RegExp]>([
    [["chat"], /Name an agent/],
    [["chat", "nobody", "-m", "go"], /no agent named "nobody"/],
    [["chat", "gone.json", "-m", "go"], /no agent file gone\.json/],
    [["chat", "nobody"], /Say something to the agent with --message/],
    [["chat", "nobody", "-m", "go", "--api", "chat"], /--api goes with --base-url/],
    [["resume", "run_none"], /no agent's run run_none/],
    [["resume"], /Name a run/],
  ])("%j", async (args, words) => {
    const { code, stdout, stderr } = await toolroom(...args);
    expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
    expect(stderr).toMatch(words);
  });

  test("a session that is not there", async () => {
    const file = await agentFile("h.json", { model: rehearsal });
    const { code, stderr } = await toolroom("chat", file, "-m", "go", "--session", "ses_none");
    expect([code, stderr]).toEqual([2, "toolroom: There is no session ses_none in this team.\n"]);
  });
});
