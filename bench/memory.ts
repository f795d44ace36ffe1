import { singleton } from "#lib/core/singleton.ts";
import type { BackEnd } from "#lib/runs/schema.ts";
import { CallQueue } from "#lib/tools/queue/call-queue.ts";
import { warmTools } from "#lib/tools/warm-tools.ts";
import { type Benchmark, sideBySide, waitUntil } from "./measure.ts";
import { privateMebibytes, processesBelowLauncher } from "./processes.ts";
import { type BenchTool, benchTool, needNamespaces, openTool } from "./tool.ts";
import { beginWaiting } from "./waiting.ts";

/** MiB of private memory for each of many calls that sleep at the same time. */
export const memory: Record<string, Benchmark> = {
  "memory.python.64": async () => {
    await needNamespaces();
    widenQueue(64);
    const tool = await openTool(benchTool("waiting"));
    return sideBySide(
      { rounds: 3, unit: "MiB" },
      {
        subject: () => mebibytesPerCall(tool, { backEnd: null, calls: 64 }),
        baseline: () => mebibytesPerCall(tool, { backEnd: "cold", calls: 16 }),
      },
    );
  },
};

/**
 * The studio lets 4 calls a core of one tool run at once, 8 on two cores. This process, which measures nothing else, has a queue
 * of its own from before its first call, so that there are as many as are to be counted.
 */
function widenQueue(running: number): void {
  const limits = { running, runningPerTool: running, waiting: running, waitingPerTool: running };
  singleton("calls", () => new CallQueue(limits));
}

/**
 * All that is below the launcher, shared out among the calls: their own processes, the first process of each namespace, supervisors
 * when cold, and the keeper, the zygote and what it has forked ahead when warm. The launcher itself serves both and is left out.
 */
async function mebibytesPerCall(
  tool: BenchTool,
  { backEnd, calls }: { backEnd: BackEnd | null; calls: number },
): Promise<number> {
  const stop = new AbortController();
  const running = Array.from({ length: calls }, () =>
    beginWaiting(tool, { how: "sleep", backEnd, signal: stop.signal }),
  );
  try {
    await Promise.all(running.map(async (call) => (await call).hasBegun));
    return privateMebibytes(processesBelowLauncher()) / calls;
  } finally {
    stop.abort();
    await Promise.allSettled(running.map(async (call) => (await call).outcome));
    // The next to be counted must not find this one's zygote.
    warmTools().close();
    await waitUntil("nothing was left below the launcher", () => processesBelowLauncher().length === 0);
  }
}
