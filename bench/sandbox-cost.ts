import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import type { SandboxLevel } from "#lib/runs/schema.ts";
import { type Benchmark, NotHere, sideBySide } from "./measure.ts";

/** What the sandbox costs a call. */
export const sandboxCost: Record<string, Benchmark> = {
  "sandbox.cold": coldInTwoProcesses,
};

/** The level is the whole process's, so that two processes call alternately, one at the best level and one at none. */
async function coldInTwoProcesses() {
  const [confined, free] = [startCaller("namespaces"), startCaller("none")];
  try {
    await Promise.all([confined, free].map(({ ready }) => ready));
    return await sideBySide({ rounds: 20 }, { subject: confined.call, baseline: free.call });
  } finally {
    for (const { child } of [confined, free]) child.disconnect();
  }
}

function startCaller(level: SandboxLevel) {
  const env = { ...process.env, TOOLROOM_SANDBOX: level };
  const child = fork(path.join(import.meta.dirname, "caller.ts"), { env });
  async function call() {
    child.send("call");
    const done = (await hear(child)) as { ms: number; level: SandboxLevel };
    if (done.level !== level) throw new NotHere(`this machine's best sandbox is ${done.level}.`);
    return done.ms;
  }
  return { child, call, ready: hear(child) };
}

/** The next message. Throws when the process ends instead. */
function hear(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("A process that called tools has ended."));
    child.once("exit", fail);
    child.once("message", (message) => {
      child.off("exit", fail);
      resolve(message);
    });
  });
}
