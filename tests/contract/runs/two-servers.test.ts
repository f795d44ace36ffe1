import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { db } from "#lib/db/client.ts";
import { cancelRun } from "#lib/runs/run.ts";
import type { StartRun } from "#lib/runs/schema.ts";
import { recoverRuns } from "#lib/runs/supervise.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import {
  createTool,
  type Member,
  readRun,
  saidWaiting,
  typescriptFiles,
  untilEvent,
  WAITING_BODY,
} from "../registry/fixture.ts";
import { processesWith } from "../tools/fixture.ts";
import { countListeners, cutListeners } from "./fixture.ts";

const SENTENCE = "The server stopped while this ran; run it again.";
let member: Member;
let toolId: string;
let server: OtherServer;
withDatabase();
beforeAll(async () => {
  member = await createTeam("Two servers");
  toolId = (await createTool(member, typescriptFiles(WAITING_BODY))).id;
});
beforeEach(async () => {
  server = await OtherServer.start();
});
afterEach(() => server.kill());

/** A server of its own process on the same database and data folder. */
class OtherServer {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess & { stdout: NodeJS.ReadableStream }) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  static async start(): Promise<OtherServer> {
    const program = new URL("hold-server.ts", import.meta.url).pathname;
    const stdio: ["pipe", "pipe", "inherit"] = ["pipe", "pipe", "inherit"];
    const server = new OtherServer(spawn(process.execPath, ["--conditions=react-server", program], { stdio }));
    expect(await server.#read()).toBe("ready");
    return server;
  }

  /** Starts a call there and answers with the run's id as soon as its tool runs. */
  async call(call: StartRun): Promise<string> {
    this.#child.stdin?.write(`${JSON.stringify({ member, call })}\n`);
    const runId = await this.#read();
    await untilEvent(runId, saidWaiting);
    return runId;
  }

  async kill(): Promise<void> {
    if (!this.#child.kill("SIGKILL")) return;
    await once(this.#child, "exit");
  }

  async #read(): Promise<string> {
    return (await this.#lines.next()).value;
  }
}

function processesOf(runId: string): Promise<string[]> {
  return processesWith(`SESSION_DIRECTORY=${dataDirectory.artifacts(member.teamId, runId)}`);
}

test("what a killed server left is ended with one clear sentence, and its tool is gone", async () => {
  const runId = await server.call({ toolId, toolParameters: "{}" });
  expect(await processesOf(runId)).not.toEqual([]);
  await server.kill();
  expect(await recoverRuns(null)).toBe(1);
  const { events, last } = await readRun(runId);
  expect(last).toMatchObject({ type: "run.failed", code: "internal", message: SENTENCE });
  expect(events.filter(({ type }) => type.startsWith("run.")).map(({ type }) => type)).toEqual([
    "run.started",
    "run.failed",
  ]);
  expect(await db().run.findUniqueOrThrow({ where: { id: runId } })).toMatchObject({
    status: "failed",
    outcome: SENTENCE,
  });
  await expect.poll(() => processesOf(runId)).toEqual([]);
});

test("what a live server runs is left alone, and can be followed and cancelled from here", async () => {
  const runId = await server.call({ toolId, toolParameters: "{}" });
  expect(await recoverRuns(null)).toBe(0);
  await cancelRun(member, runId);
  expect((await readRun(runId)).last).toMatchObject({ type: "run.cancelled" });
  expect(await processesOf(runId)).toEqual([]);
  await cancelRun(member, runId);
  expect((await readRun(runId)).events.filter(({ type }) => type === "run.cancelled")).toHaveLength(1);
});

test("a cancel that the other server could not hear is found in the row", async () => {
  const runId = await server.call({ toolId, toolParameters: "{}" });
  await expect.poll(() => countListeners("run_cancel")).toBeGreaterThan(0);
  await cutListeners();
  await db().run.update({ where: { id: runId }, data: { cancelRequested: true } });
  expect((await readRun(runId)).last).toMatchObject({ type: "run.cancelled" });
  expect(await processesOf(runId)).toEqual([]);
});

test("a server that lost its run stops the tool, however quiet that is", async () => {
  const runId = await server.call({ toolId, toolParameters: "{}" });
  await db().run.update({ where: { id: runId }, data: { serverId: "srv_other", status: "failed" } });
  await expect.poll(() => processesOf(runId), { timeout: 30_000 }).toEqual([]);
});
