import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { callTool } from "#lib/tools/call.ts";
import { readContract } from "#lib/tools/contract.ts";
import { ensureEnvironment } from "#lib/tools/environment.ts";
import { type Benchmark, sideBySide } from "./measure.ts";

const PARAMETERS = '{"a":7,"b":6,"op":"*"}';
const ROUNDS = 20;
const run = promisify(execFile);

/** A call through the studio against the same file run by hand: what the launcher, the checks and the redaction cost. */
export const coldCalls: Record<string, Benchmark> = {
  "call.cold.python": () => measure("calculator_py"),
  "call.cold.typescript": () => measure("calculator"),
};

async function measure(name: string) {
  const folder = path.join(dataDirectory.builtinTools(), name);
  const environment = await ensureEnvironment(folder, {});
  const contract = await readContract(folder, {});
  const artifactDirectory = await mkdtemp(path.join(tmpdir(), "toolroom-bench-call-"));
  const argv = [path.join(folder, contract.entry), "--user-params", "{}", "--tool-params", PARAMETERS];
  try {
    return await sideBySide(ROUNDS, {
      async subject() {
        const outcome = await callTool({
          callId: "call_bench",
          toolName: name,
          folder,
          contract,
          userParameters: "{}",
          toolParameters: PARAMETERS,
          artifactDirectory,
          workflowDataDirectory: null,
          signal: new AbortController().signal,
          record: () => undefined,
        });
        if (outcome.type !== "tool.returned") throw new Error(outcome.message);
      },
      async baseline() {
        await run(environment.program, argv, { cwd: artifactDirectory });
      },
    });
  } finally {
    await rm(artifactDirectory, { recursive: true, force: true });
  }
}
