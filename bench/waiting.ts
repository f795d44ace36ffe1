import type { BackEnd } from "#lib/runs/schema.ts";
import type { BenchTool } from "./tool.ts";

type Waiting = { how: "sleep" | "spin"; backEnd: BackEnd | null; signal: AbortSignal };

/** A call of bench/tools/waiting, which ends only when it is stopped; `hasBegun` resolves once its own code runs. */
export async function beginWaiting(tool: BenchTool, { how, backEnd, signal }: Waiting) {
  const begun = Promise.withResolvers<void>();
  const { artifactDirectory, outcome } = await tool.begin({
    backEnd,
    signal,
    parameters: JSON.stringify({ how }),
    record: (event) => {
      if (event.type === "tool.log") begun.resolve();
      if (event.type === "tool.failed") begun.reject(new Error(`${event.code}: ${event.message}`));
    },
  });
  // Whoever waits for it hears of a call that ended too early; nobody may.
  begun.promise.catch(() => undefined);
  return { artifactDirectory, outcome, hasBegun: begun.promise };
}
