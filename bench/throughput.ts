import type { BackEnd } from "#lib/runs/schema.ts";
import { type Benchmark, sideBySide, timed } from "./measure.ts";
import { type BenchTool, CALCULATION, catalogueTool, needNamespaces, openTool } from "./tool.ts";

/** Calls a second with so many callers at once, each of whom calls again as soon as it is answered; through the studio's queue. */
export const throughput: Record<string, Benchmark> = {
  "throughput.python.1": () => measure("calculator_py", { atOnce: 1, warm: 60, cold: 6 }),
  "throughput.python.8": () => measure("calculator_py", { atOnce: 8, warm: 240, cold: 16 }),
  "throughput.python.64": () => measure("calculator_py", { atOnce: 64, warm: 512, cold: 64 }),
  "throughput.typescript.8": () => measure("calculator", { atOnce: 8, warm: 40, cold: 16 }),
};

async function measure(name: string, { atOnce, warm, cold }: { atOnce: number; warm: number; cold: number }) {
  await needNamespaces();
  const tool = await openTool(catalogueTool(name), { parameters: CALCULATION });
  return sideBySide(
    { rounds: 5, baselineRounds: 2, unit: "calls/s" },
    {
      subject: () => callsPerSecond(tool, { backEnd: null, atOnce, calls: warm }),
      baseline: () => callsPerSecond(tool, { backEnd: "cold", atOnce, calls: cold }),
    },
  );
}

type Load = { backEnd: BackEnd | null; atOnce: number; calls: number };

async function callsPerSecond(tool: BenchTool, { backEnd, atOnce, calls }: Load): Promise<number> {
  let left = calls;
  const callAgain = async () => {
    while (left-- > 0) await tool.call(backEnd);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: atOnce }, callAgain)));
  return (calls / ms) * 1000;
}
