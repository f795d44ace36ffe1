import { spawn } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { env } from "#lib/core/env.ts";
import { ensureEnvironment } from "#lib/tools/environment.ts";
import { folderWith, openContract, processesWith, readProcess } from "./fixture.ts";

const TOOL = `import json, subprocess, sys, time
if json.loads(sys.argv[4])["waits"]:
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    open("begun.txt", "w").write("x")
    print("running", flush=True)
    time.sleep(1000)
open("begun.txt", "a").write("y")
print("tool_output", "done")
`;

/** Calls the tool by every back end until it is the one that is used, and then often at once, or once in each directory. */
const SERVER = `
const { callTool } = await import(${JSON.stringify(path.resolve("lib/tools/call.ts"))});
const { requests, waits } = JSON.parse(process.env.TOOLROOM_TEST_CALLS);
const perform = (request, waits) =>
  callTool({
    ...request,
    toolParameters: JSON.stringify({ waits }),
    signal: new AbortController().signal,
    record: (event) => event.type === "tool.log" && event.text === "running\\n" && console.log("running"),
  });
for (const request of Object.values(Object.groupBy(requests, ({ ticket }) => ticket.tool)).map(([first]) => first))
  for (;;) if ((await perform(request, false)).backEnd === request.contract.settings.backEnd) break;
const outcomes = await Promise.all(requests.map((request) => perform(request, waits)));
console.log(JSON.stringify(outcomes.map(({ type, result }) => [type, result])));
process.exit();
`;

function requestsIn(folder: string) {
  return ["zygote", "pool", "cold"].flatMap((backEnd) =>
    Array.from({ length: backEnd === "cold" ? 6 : 7 }, (_, index) => ({
      callId: "call_test",
      toolName: "made",
      folder,
      contract: openContract("python", { backEnd: backEnd as "cold", environment: ["MARK"] }),
      userParameters: "{}",
      artifactDirectory: path.join(folder, "..", "runs", `${backEnd}-${index}`),
      workflowDataDirectory: null,
      ticket: { tool: backEnd, member: "me" },
    })),
  );
}

/** A server of its own; `lines` come one by one. */
function startServer(folder: string, calls: object) {
  const server = spawn(process.execPath, ["--conditions=react-server", path.join(folder, "server.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      TOOLROOM_DATA: env().data,
      TMPDIR: path.join(folder, ".."),
      MARK: folder,
      TOOLROOM_TEST_CALLS: JSON.stringify(calls),
    },
  });
  return { server, lines: createInterface(server.stdout)[Symbol.asyncIterator]() };
}

/** Processes of calls by their variables, and the launcher and all that it forked by its command line. */
async function processesOf(server: { folder: string; pid: number | undefined }): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const temporary = path.join(server.folder, "..", "toolroom-");
  const launched = await Promise.all(
    ids.map(async (id) => ((await readProcess(id, "cmdline")).includes(temporary) ? [id] : [])),
  );
  return [...new Set([...launched.flat(), ...(await processesWith(`MARK=${server.folder}`))])].filter(
    (id) => id !== String(server.pid),
  );
}

test("a server that is killed leaves no process of its calls, no launcher and no socket, and no folder that the next cannot use", async () => {
  const folder = await folderWith({ "tool.py": TOOL, "server.ts": SERVER });
  await ensureEnvironment(folder, {});
  const requests = requestsIn(folder);
  for (const { artifactDirectory } of requests) await mkdir(artifactDirectory, { recursive: true });
  const { server, lines } = startServer(folder, { requests, waits: true });
  for (let begun = 0; begun < Math.min(requests.length, 8 * availableParallelism()); begun++) {
    expect(await lines.next()).toEqual({ done: false, value: "running" });
  }
  const about = { folder, pid: server.pid };
  expect((await processesOf(about)).length).toBeGreaterThan(2 * 16);
  server.kill("SIGKILL");
  await expect.poll(() => processesOf(about), { timeout: 10_000 }).toEqual([]);
  const temporary = path.join(folder, "..");
  await expect.poll(async () => (await readdir(temporary)).sort()).toEqual(["made", "runs"]);
  const next = startServer(folder, { requests, waits: false });
  const outcomes = JSON.parse((await next.lines.next()).value ?? "null");
  expect(outcomes).toEqual(requests.map(() => ["tool.returned", "done"]));
});
