import { spawn } from "node:child_process";
import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Benchmark, sideBySide } from "./measure.ts";
import { isThere, processesOfCall } from "./processes.ts";
import { type BenchTool, benchTool, needNamespaces, openTool } from "./tool.ts";
import { beginWaiting } from "./waiting.ts";

/** From the cancelling of a call until none of its processes is in /proc, half of them asleep and half of them busy. */
export const stopping: Record<string, Benchmark> = {
  "stop.gone": async () => {
    await needNamespaces();
    const tool = await openTool(benchTool("waiting"));
    let turn = 0;
    return sideBySide(
      { rounds: 40 },
      { subject: () => stopCall(tool, turn++ % 2 === 0 ? "sleep" : "spin"), baseline: killChild },
    );
  },
};

async function stopCall(tool: BenchTool, how: "sleep" | "spin"): Promise<number> {
  const stop = new AbortController();
  const { artifactDirectory, outcome, hasBegun } = await beginWaiting(tool, {
    how,
    backEnd: null,
    signal: stop.signal,
  });
  await hasBegun;
  const processes = processesOfCall(artifactDirectory);
  // The tool itself, and the first process of its namespace.
  if (processes.length < 2) throw new Error(`Of a running call only ${processes.length} processes were found.`);
  const start = performance.now();
  stop.abort();
  while (processes.some(isThere)) await nextTurn();
  const ms = performance.now() - start;
  await outcome;
  if (processesOfCall(artifactDirectory).length > 0) throw new Error("A call that was stopped has left a process.");
  return ms;
}

/** What killing costs at the least: one plain child, by the signal that nothing withstands. */
export async function killChild(): Promise<number> {
  const child = spawn("sleep", ["5"], { stdio: "ignore" });
  await once(child, "spawn");
  const start = performance.now();
  child.kill("SIGKILL");
  await once(child, "exit");
  return performance.now() - start;
}
