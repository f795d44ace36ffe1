import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { type Benchmark, sideBySide, timed } from "./measure.ts";
import { CALCULATION, catalogueTool, openTool } from "./tool.ts";

const run = promisify(execFile);

/** A call through the studio against the same file run by hand: what the launcher, the checks and the redaction cost. */
export const coldCalls: Record<string, Benchmark> = {
  "call.cold.python": () => measure("calculator_py"),
  "call.cold.typescript": () => measure("calculator"),
};

async function measure(name: string) {
  const tool = await openTool(catalogueTool(name), { parameters: CALCULATION });
  const argv = [tool.entry, "--user-params", "{}", "--tool-params", CALCULATION];
  return sideBySide(
    { rounds: 20 },
    {
      subject: async () => (await tool.callBy("cold")).ms,
      baseline: () => timed(() => run(tool.environment.program, argv, { cwd: tmpdir() })),
    },
  );
}
