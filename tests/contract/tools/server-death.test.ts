import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { env } from "#lib/core/env.ts";
import { ensureEnvironment } from "#lib/tools/environment.ts";
import { folderWith, openContract, processesWith, pythonSource } from "./fixture.ts";

test("a server that is killed leaves no process of a call behind, not even a daemon's", async () => {
  const body = `import subprocess, sys, time
subprocess.Popen(['sleep', '1000'], start_new_session=True)
print('running', flush=True)
time.sleep(1000)`;
  const folder = await folderWith({ "tool.py": pythonSource(body) });
  await ensureEnvironment(folder, {});
  const script = path.join(folder, "server.ts");
  const request = {
    callId: "call_test",
    toolName: "made",
    folder,
    contract: openContract("python"),
    userParameters: "{}",
    toolParameters: "{}",
    artifactDirectory: folder,
    workflowDataDirectory: null,
  };
  await writeFile(
    script,
    `import { callTool } from ${JSON.stringify(path.resolve("lib/tools/call.ts"))};
const record = (event: { type: string }) => event.type === "tool.log" && console.log("running");
await callTool({ ...${JSON.stringify(request)}, signal: new AbortController().signal, record });
`,
  );
  const server = spawn(process.execPath, ["--conditions=react-server", script], {
    stdio: ["ignore", "pipe", "inherit"],
    // What a killed server leaves in its temporary folder goes with the tool's.
    env: { ...process.env, TOOLROOM_DATA: env().data, TMPDIR: folder },
  });
  await once(server.stdout, "data");
  const mark = `SESSION_DIRECTORY=${folder}`;
  expect((await processesWith(mark)).length).toBe(2);
  server.kill("SIGKILL");
  await expect.poll(() => processesWith(mark)).toEqual([]);
});
