import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { saveConfiguration } from "#lib/registry/configurations.ts";
import { findToolById } from "#lib/registry/tools.ts";
import { openArtifact } from "#lib/runs/artifacts.ts";
import { listRuns } from "#lib/runs/history.ts";
import { cancelRun } from "#lib/runs/run.ts";
import { withDatabase } from "#tests/support/database.ts";
import { createTeam } from "#tests/support/team.ts";
import { processesWith, readProcess } from "../tools/fixture.ts";
import { readStored } from "./at-rest.ts";
import {
  callToEnd,
  createTool,
  type Member,
  pythonFiles,
  readRun,
  saidWaiting,
  startCallOf,
  untilEvent,
} from "./fixture.ts";

const KEY = "config.api_key.get_secret_value()";
let member: Member;
let logged = "";
withDatabase();
beforeAll(async () => {
  process.env.TOOLROOM_ROOT = path.resolve(".");
  member = await createTeam("Secrets");
});
beforeEach(() => {
  logged = "";
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    logged += String(chunk);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

/** A tool with a saved configuration that holds the secret. */
async function toolWithKey(body: string, key: unknown): Promise<{ toolId: string; configurationId: string }> {
  const { id: toolId } = await createTool(
    member,
    pythonFiles(body, { user: "api_key: SecretStr", tool: "note: str = ''" }),
  );
  const { contract } = await findToolById(member, toolId);
  const values = JSON.stringify({ api_key: key });
  const input = { toolId, name: "prod", values, cleared: [] };
  const { id } = await saveConfiguration(member, contract.userParameters, input);
  return { toolId, configurationId: id };
}

/** Where a secret stands in a text, or null. */
function around(secret: string, text: string): string | null {
  const at = text.indexOf(secret);
  return at === -1 ? null : text.slice(Math.max(0, at - 100), at + 100);
}

/** Everything of a run that anybody can see or find later. */
async function everythingOf(runId: string): Promise<string> {
  const run = await readRun(runId);
  const files = await readdir(dataDirectory.artifacts(member.teamId, runId), { recursive: true }).catch(() => []);
  const history = await listRuns(member, {});
  return [JSON.stringify(run), JSON.stringify(history), files.join("\n"), await readStored(), logged].join("\n");
}

test("P12: a key within an address in an exception is in no event, row, file or log, in no spelling", async () => {
  const key = "CANARY+/=%20x";
  const spellings = [key, "CANARY%2B/%3D%2520x", "CANARY%2B%2F%3D%2520x", "Q0FOQVJZKy89JTIweA=="];
  const body = `import urllib.parse, base64, sys
k = ${KEY}
print(base64.b64encode(k.encode()).decode(), file=sys.stderr)
raise OSError('GET http://127.0.0.1:9/v1?key=' + urllib.parse.quote(k) + ' failed')`;
  const { toolId, configurationId } = await toolWithKey(body, key);
  const { runId, last } = await callToEnd(member, toolId, { configurationId, toolParameters: { note: `use ${key}` } });
  expect(last).toMatchObject({ type: "run.failed", code: "tool_failed" });
  const everything = await everythingOf(runId);
  expect(everything).toContain("[redacted]");
  for (const spelling of spellings) expect(around(spelling, everything)).toBeNull();
});

test("P13: a refused secret of the wrong shape is quoted nowhere", async () => {
  const { toolId, configurationId } = await toolWithKey("return 1", ["CANARY-list"]);
  const { runId, last, failed } = await callToEnd(member, toolId, { configurationId });
  expect(last).toMatchObject({ type: "run.failed", code: "invalid_input" });
  expect(failed?.modelResult).not.toContain("api_key");
  expect(around("CANARY", await everythingOf(runId))).toBeNull();
});

test("P15: no command line of the machine holds a parameter while the tool runs, and no log afterwards", async () => {
  const body = `import os, time
print('waiting', flush=True)
while not os.path.exists('go'):
    time.sleep(0.02)`;
  const { toolId, configurationId } = await toolWithKey(body, "CANARY-argv");
  const toolParameters = { note: "CANARY-argv and more" };
  const runId = await startCallOf(member, toolId, { configurationId, toolParameters });
  await untilEvent(runId, saidWaiting);
  const running = await processesWith(dataDirectory.artifacts(member.teamId, runId));
  expect(running.length).toBeGreaterThan(0);
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = (await Promise.all(ids.map((id) => readProcess(id, "cmdline")))).join("\n");
  expect(commands).toContain("zygote.py");
  expect(commands).not.toContain("CANARY");
  await cancelRun(member, runId);
  expect((await readRun(runId)).last).toMatchObject({ type: "run.cancelled" });
  expect(around("CANARY-argv", await everythingOf(runId))).toBeNull();
});

test("a secret that is echoed in two pieces, in names of files, and in results is redacted everywhere", async () => {
  const body = `import sys, time
k = ${KEY}
for stream in (sys.stdout, sys.stderr):
    stream.write('a ' + k[:6]); stream.flush(); time.sleep(0.2); stream.write(k[6:] + ' z\\n'); stream.flush()
open('report.txt', 'w').write('nothing')
return {'key': k, 'reversed': k[::-1], 'keys': [k, k]}`;
  const { toolId, configurationId } = await toolWithKey(body, "CANARY-split-in-two");
  const { runId, events, result } = await callToEnd(member, toolId, { configurationId });
  expect(result).toContain("owt-ni-tilps-YRANAC");
  for (const stream of ["stdout", "stderr"]) {
    const texts = events.flatMap((event) => (event.type === "tool.log" && event.stream === stream ? [event.text] : []));
    expect(texts.join("")).toContain("a [redacted] z\n");
  }
  expect(around("CANARY", await everythingOf(runId))).toBeNull();
});

test("files that are named after a secret are renamed, so that each can be had and none tells it", async () => {
  const body = `import os
k = ${KEY}
os.makedirs(k + '/' + k)
for name in (k + '.txt', k + '/' + k + '/in.txt', '[redacted].txt'):
    open(name, 'w').write(name.replace(k, 'k'))`;
  const { toolId, configurationId } = await toolWithKey(body, "CANARY-file");
  const { runId, events } = await callToEnd(member, toolId, { configurationId });
  const names = events.flatMap((event) => (event.type === "tool.artifact" ? [event.name] : []));
  expect(names.sort()).toEqual(["[redacted]-2.txt", "[redacted].txt", "[redacted]/[redacted]/in.txt"]);
  const contents = names.map(async (name) => new Response((await openArtifact(member, runId, { name })).stream).text());
  expect(await Promise.all(contents)).toEqual(["k.txt", "[redacted].txt", "k/k/in.txt"]);
  expect(around("CANARY", await everythingOf(runId))).toBeNull();
});

test("a secret among the arguments is in no row and no event", async () => {
  const { id } = await createTool(
    member,
    pythonFiles("return args.pin.get_secret_value()", { tool: "pin: SecretStr" }),
  );
  const { runId, result } = await callToEnd(member, id, { toolParameters: { pin: "CANARY-argument" } });
  expect(result).toBe("[redacted]");
  expect(around("CANARY", await everythingOf(runId))).toBeNull();
});

test("values for one call are kept nowhere", async () => {
  const { toolId } = await toolWithKey(`return ${KEY}`, "other");
  const { runId, result } = await callToEnd(member, toolId, { userParameters: { api_key: "CANARY-once" } });
  expect(result).toBe("[redacted]");
  expect(around("CANARY", await everythingOf(runId))).toBeNull();
});
