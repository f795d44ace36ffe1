import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { keepAgentFile } from "#lib/agents/agent-versions.ts";
import { AgentFile } from "#lib/agents/schema.ts";
import { createSession, sendMessage } from "#lib/agents/talk.ts";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { createId } from "#lib/core/ids.ts";
import { disconnect } from "#lib/db/notify.ts";
import { untilIdle } from "#lib/runs/agent-run.ts";
import { follow } from "#lib/runs/log.ts";
import type { Event } from "#lib/runs/schema.ts";
import type { ScriptItem } from "#tests/support/model-server/script.ts";
import type { ModelServer } from "#tests/support/model-server/server.ts";

export type Member = { id: string; teamId: string };
type Written = Partial<Record<keyof AgentFile, unknown>>;
type Of<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/** Items of a script. */
export const say = (text: string): ScriptItem => ({ type: "message", text });
export const call = (name: string, given: object | string = {}, call_id = `call_${name}`): ScriptItem => ({
  type: "function_call",
  call_id,
  name,
  arguments: typeof given === "string" ? given : JSON.stringify(given),
});

/** Tools that do what a test needs, as folders of `withTools`. */
const BODIES = {
  echo: ["text: z.string()", "return args.text"],
  fail: ["", 'throw new Error("it broke on purpose")'],
  key: ["", 'return process.env.IDEMPOTENCY_KEY ?? "none"'],
  /** Writes what it was told, and by which key, into `told` in its folder; refuses what has the reason "no". */
  desk: [
    "reason: z.string().optional()",
    `const { appendFileSync } = await import("node:fs");
  appendFileSync("told", process.env.IDEMPOTENCY_KEY + " " + JSON.stringify(args) + "\\n");
  console.log("looked at " + args.reason);
  if (args.reason === "no") throw new Error("the desk is closed");
  return "noted";`,
  ],
  long: ["letters: z.number()", 'return "x".repeat(args.letters)'],
  /** Leaves `held-<name>` in its folder and waits until somebody leaves `go-<name>` there. */
  hold: [
    "name: z.string()",
    `const { appendFileSync, existsSync } = await import("node:fs");
  appendFileSync("held-" + args.name, process.env.IDEMPOTENCY_KEY + "\\n");
  while (!existsSync("go-" + args.name)) await new Promise((resolve) => setTimeout(resolve, 10));
  return args.name;`,
  ],
  stubborn: [
    "",
    `const { appendFileSync } = await import("node:fs");
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(name, () => {});
  appendFileSync("held-stubborn", "here");
  for (;;) await new Promise((resolve) => setTimeout(resolve, 60_000));`,
  ],
} as const;
export type ToolName = keyof typeof BODIES;

/** Gives the test file tools to name by `tool("echo")`; call it at the top. */
export function withTools(): (name: ToolName) => string {
  let root = "";
  beforeAll(async () => {
    root = await realpath(await mkdtemp(path.join(os.tmpdir(), "agent-tools-")));
    await Promise.all(Object.entries(BODIES).map(([name, [given, body]]) => writeTool(root, name, { given, body })));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  withRuns();
  return (name) => path.join(root, name);
}

/** Lets the runs of the test file end before its database goes; call it after `withDatabase`, where `withTools` does not. */
export function withRuns(): void {
  afterAll(async () => {
    await untilIdle();
    await disconnect();
  });
}

/** A TypeScript tool in a folder of its name below `root`; answers with the folder. */
export async function writeTool(
  root: string,
  name: string,
  { given = "", body, config = {} }: { given?: string; body: string; config?: object },
): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "config.json"), JSON.stringify(config));
  await writeFile(
    path.join(folder, "tool.ts"),
    `/** ${name}, made for a test. */
import { z } from "zod";
export const UserParameters = z.object({});
export const ToolParameters = z.object({ ${given} });
export const OUTPUT_KEY = "tool_output";
export async function runTool(_: z.infer<typeof UserParameters>, args: z.infer<typeof ToolParameters>): Promise<unknown> {
  ${body}
}
`,
  );
  return folder;
}

/** An agent of a model server of the test, in the form that the command line makes of it. */
export function agentOf(server: Pick<ModelServer, "url">, written: Written = {}): AgentFile {
  const model = { name: "test-model", server: { api: "responses", baseUrl: server.url } };
  return AgentFile.parse({ name: "Tester", instructions: "Be brief.", model, ...written });
}

/** A session with an agent that is nowhere registered. */
export async function openSession(member: Member, file: AgentFile): Promise<string> {
  return createSession(member, await keepAgentFile(member, file));
}

/** What somebody says in a session, and the run that it begins. */
export async function send(member: Member, sessionId: string, text: string): Promise<string> {
  const { runId } = await sendMessage(member, sessionId, { message: message(text), mode: "queue" });
  if (runId === null) throw new Error("A run is going; the message waits.");
  return runId;
}

export function message(text: string, files: string[] = []) {
  return { id: createId("message"), text, files };
}

/** Says one thing to an agent, and reads what came of it. */
export async function converse(member: Member, file: AgentFile, text = "go") {
  const sessionId = await openSession(member, file);
  return { sessionId, ...(await readRun(await send(member, sessionId, text))) };
}

/** What became of a run, read to its end; nothing works on it any more. */
export async function readRun(runId: string) {
  const events: Event[] = [];
  for await (const page of follow(runId, 0, new AbortController().signal)) events.push(...page);
  await untilIdle();
  return { runId, events, last: events.at(-1), of: ofType(events) };
}

/** The events of one type. */
function ofType(events: readonly Event[]) {
  return <Type extends Event["type"]>(type: Type): Of<Type>[] =>
    events.filter((event): event is Of<Type> => event.type === type);
}

/** Resolves with the first event of the run that fits. */
export async function untilEvent(runId: string, fits: (event: Event) => boolean): Promise<Event> {
  for await (const page of follow(runId, 0, new AbortController().signal)) {
    const found = page.find(fits);
    if (found) return found;
  }
  throw new Error(`Run ${runId} ended without the event that was waited for.`);
}

/** A file of a session's artifact directory. */
export function fileOf(member: Member, sessionId: string, name: string): string {
  return path.join(dataDirectory.artifacts(member.teamId, sessionId), name);
}

type InputItem = { type?: string; role?: string; content?: unknown; [key: string]: unknown };

/** What a request of the model server had as its conversation, the newest request when none is named. */
export function inputOf(server: ModelServer, at = -1): InputItem[] {
  return (server.requests.at(at)?.body.input ?? []) as InputItem[];
}

/** The outputs of calls that a request sent. */
export function outputsOf(server: ModelServer, at = -1): string[] {
  return inputOf(server, at).flatMap((item) => (item.type === "function_call_output" ? [String(item.output)] : []));
}

/** The words that a request sent, with who said them. */
export function wordsOf(server: ModelServer, at = -1): [unknown, string][] {
  return inputOf(server, at).flatMap((item) => {
    if (item.role === undefined) return [];
    const parts = Array.isArray(item.content)
      ? (item.content as { text?: string }[])
      : [{ text: String(item.content) }];
    return [[item.role, parts.map(({ text }) => text ?? "").join("")]];
  });
}
