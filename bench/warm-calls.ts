import { AppError } from "#lib/core/errors.ts";
import { type Benchmark, NotHere, sideBySide } from "./measure.ts";
import { poolIsFull } from "./processes.ts";
import { type BenchTool, benchTool, CALCULATION, catalogueTool, needNamespaces, openTool } from "./tool.ts";

/** `callTool` as a whole, or from when its turn has come until its process has ended. */
type What = "ms" | "runMs";

const ROUNDS = 30;

/** A call in a process that was there before it, against one of the same tool that is started for it. */
export const warmCalls: Record<string, Benchmark> = {
  "runner.zygote.python": () => zygote(calculator("calculator_py"), "runMs"),
  "call.zygote.python": () => zygote(calculator("calculator_py"), "ms"),
  "call.zygote.numpy": () => zygote(matrix(), "ms"),
  "runner.pool.python": () => pool("calculator_py", "runMs"),
  "call.pool.python": () => pool("calculator_py", "ms"),
  "runner.pool.typescript": () => pool("calculator", "runMs"),
  "call.pool.typescript": () => pool("calculator", "ms"),
};

function calculator(name: string): Promise<BenchTool> {
  return openTool(catalogueTool(name), { parameters: CALCULATION });
}

async function matrix(): Promise<BenchTool> {
  return openTool(benchTool("matrix"), { parameters: '{"size":100}' }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "tool_failed") throw new NotHere(error.message);
    throw error;
  });
}

async function zygote(opening: Promise<BenchTool>, what: What) {
  await needNamespaces();
  const tool = await opening;
  return sideBySide(
    { rounds: ROUNDS },
    {
      subject: async () => (await tool.callBy("zygote"))[what],
      baseline: async () => (await tool.callBy("cold"))[what],
    },
  );
}

async function pool(name: string, what: What) {
  await needNamespaces();
  const tool = await calculator(name);
  // The first call finds no pool and starts it; it runs cold.
  await tool.call("pool");
  const whenFull = async (backEnd: "pool" | "cold") => {
    await poolIsFull(tool.entry);
    return (await tool.callBy(backEnd))[what];
  };
  return sideBySide({ rounds: ROUNDS }, { subject: () => whenFull("pool"), baseline: () => whenFull("cold") });
}
