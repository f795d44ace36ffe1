import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { saveTool } from "#lib/registry/create.ts";
import { readToolEnvironment, retryToolEnvironment } from "#lib/registry/tool-environment.ts";
import { getTool } from "#lib/registry/tools.ts";
import { getRun } from "#lib/runs/history.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { wheel } from "../tools/wheel.ts";
import {
  callToEnd,
  createTool,
  type Member,
  pythonFiles,
  readRun,
  startCallOf,
  toFiles,
  untilEvent,
} from "./fixture.ts";

let member: Member;
withDatabase();
beforeAll(async () => {
  member = await createTeam("Environments");
});

const unique = () => `${Date.now()}-${process.pid}`;

/** A folder that pip may look for wheels in, empty. */
async function wheelFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "wheels-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function addWheel(folder: string, name: string): Promise<void> {
  const files = { [`${name}/__init__.py`]: `WORD = "from ${name}"\n` };
  await writeFile(path.join(folder, `${name}-1.0-py3-none-any.whl`), wheel({ name, version: "1.0", files }));
}

/** A tool that needs nothing but wheels of this folder. */
function needing(name: string, folder: string) {
  return toFiles({
    "tool.py": `import ${name}\nOUTPUT_KEY = "tool_output"\nprint(OUTPUT_KEY, ${name}.WORD)\n`,
    "requirements.txt": `--no-index\n--find-links ${folder}\npydantic\n${name}==1.0\n`,
  });
}

test("the build log is there from any byte on, while the page looks", async () => {
  const folder = await wheelFolder();
  await addWheel(folder, "pydantic");
  await addWheel(folder, "wordy");
  const tool = await createTool(member, needing("wordy", folder));
  const { result, events } = await callToEnd(member, tool.id);
  expect(result).toBe("from wordy");
  const whole = await readToolEnvironment(member, { toolId: tool.id, after: 0 });
  expect(whole).toMatchObject({ state: "ready", problem: null });
  expect(whole.log).toContain("wordy");
  const half = await readToolEnvironment(member, { toolId: tool.id, after: 100 });
  expect(whole.log.endsWith(half.log)).toBe(true);
  expect(await readToolEnvironment(member, { toolId: tool.id, after: whole.next })).toMatchObject({
    log: "",
    next: whole.next,
  });
  expect(events.some(({ type }) => type === "environment.log" || type === "tool.called")).toBe(true);
  expect((await getTool(member, tool.name)).environment).toMatchObject({ state: "ready", id: whole.id });
});

test("a build that failed is a visible state with a reason and a log, and a retry mends it", async () => {
  const folder = await wheelFolder();
  await addWheel(folder, "pydantic");
  const name = `late_${unique().replace("-", "_")}`;
  const tool = await createTool(member, needing(name, folder));
  const { last, failed } = await callToEnd(member, tool.id);
  const reason = `requirements.txt line 4 (${name}==1.0) could not be installed`;
  expect(last).toMatchObject({ type: "run.failed", code: "tool_failed", message: expect.stringContaining(reason) });
  expect(failed).toBeUndefined();
  const shown = await getTool(member, tool.name);
  expect(shown.environment).toMatchObject({ state: "failed", problem: expect.stringContaining(reason) });
  expect(shown.files.map((file) => file.path)).toEqual(["requirements.txt", "tool.py"]);
  const before = await readToolEnvironment(member, { toolId: tool.id, after: 0 });
  expect(before.log).toContain(name);

  // It is not tried again by a call; the log stays as it was.
  await callToEnd(member, tool.id);
  expect((await readToolEnvironment(member, { toolId: tool.id, after: 0 })).next).toBe(before.next);

  await addWheel(folder, name);
  await retryToolEnvironment(member, tool.id);
  await expect
    .poll(async () => (await readToolEnvironment(member, { toolId: tool.id, after: 0 })).state, { timeout: 60_000 })
    .toBe("ready");
  expect((await callToEnd(member, tool.id)).result).toBe(`from ${name}`);
});

test("a run that waits for a build is cancelled as a run, and the build goes on without it", async () => {
  const index = http.createServer(() => undefined).listen(0, "127.0.0.1"); // it never answers
  await once(index, "listening");
  onTestFinished(() => {
    index.close();
    index.closeAllConnections();
  });
  const { port } = index.address() as AddressInfo;
  const requirements = `--index-url http://127.0.0.1:${port}/\nwordy-${unique()}\n`;
  const tool = await createTool(member, [
    ...pythonFiles("return 1"),
    { path: "requirements.txt", content: Buffer.from(requirements) },
  ]);
  const runId = await startCallOf(member, tool.id);
  await untilEvent(runId, ({ type }) => type === "run.started");
  await once(index, "request");
  await cancelRun(member, runId);
  const { last } = await readRun(runId);
  expect(last).toMatchObject({ type: "run.cancelled", message: expect.stringContaining("while its environment") });
  expect(await getRun(member, runId)).toMatchObject({ status: "cancelled" });
});

test.each([
  ["bytes that are no text", Uint8Array.of(0xc3, 0x28, 0xff), "requirements.txt of the tool is not text in UTF-8."],
  ["a file that does not exist", Buffer.from("-r other.txt\n"), "other.txt"],
  ["a device", Buffer.from("/dev/zero\n"), "/dev/zero is neither a file nor a folder."],
  ["half the machine", Buffer.from("/proc\n"), "/proc "],
  ["a line that is no requirement", Buffer.from(`--no-index\nthis is ${unique()} !!\n`), "requirements.txt line 2"],
])(
  "requirements of %s leave the tool there, with the reason, and a save away from working",
  async (_, content, words) => {
    const [source] = pythonFiles("return 'mended'");
    const files = [...(source ? [source] : []), { path: "requirements.txt", content }];
    const tool = await createTool(member, files);
    const { last } = await callToEnd(member, tool.id);
    expect(last).toMatchObject({ type: "run.failed", code: "tool_failed", message: expect.stringContaining(words) });
    const shown = await getTool(member, tool.name);
    expect(shown.environment).toMatchObject({ state: "failed", problem: expect.stringContaining(words) });
    const changes = [{ path: "requirements.txt", text: null }];
    await saveTool(member, { toolId: tool.id, base: shown.versionId, changes });
    expect((await callToEnd(member, tool.id)).result).toBe("mended");
  },
);
