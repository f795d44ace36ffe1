import { spawn } from "node:child_process";
import { once } from "node:events";
import { runProcess } from "#lib/tools/process.ts";
import { readerPolicy } from "#lib/tools/sandbox-policy.ts";
import { type Benchmark, sideBySide } from "./measure.ts";

const MEBIBYTE = 1024 * 1024;
const TRUE = "/bin/true";

/** How long a server that holds 1 GiB does nothing else because it starts a process, through the launcher or by itself. */
export const bigServer: Record<string, Benchmark> = {
  "spawn.big-server": async () => {
    // Filled, since memory that was never touched costs a fork nothing.
    const held = Array.from({ length: 16 }, () => Buffer.alloc(64 * MEBIBYTE, 1));
    const sandbox = await readerPolicy("none", { folder: "/usr", scratch: "/tmp/toolroom-bench-true" });
    const command = { argv: [TRUE], cwd: "/", env: {}, sandbox, timeoutSeconds: 20, onOutput: () => undefined };
    const measured = await sideBySide(
      { rounds: 60 },
      {
        subject: () => longestBlock(() => runProcess(command)),
        baseline: () =>
          longestBlock(() => once(spawn(TRUE, [], { stdio: "pipe", env: {} as NodeJS.ProcessEnv }), "exit")),
      },
    );
    if (held.some((buffer) => buffer.at(-1) !== 1)) throw new Error("The buffers were not held.");
    return measured;
  },
};

/** The longest time in milliseconds between two turns of the event loop, which is asked to turn without a pause meanwhile. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  // The first turn comes before the work, whose synchronous part is then between two turns.
  await new Promise<void>((resolve) => {
    setImmediate(() => {
      last = performance.now();
      setImmediate(turn);
      resolve();
    });
  });
  await work().finally(() => {
    turn();
    isOver = true;
  });
  return longest;
}
