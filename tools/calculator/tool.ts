/** Adds, subtracts, multiplies or divides two numbers. */
import { parseArgs } from "node:util";
import { z } from "zod";
import { calculate } from "./calc.ts";

export const UserParameters = z.object({});

export const ToolParameters = z.object({
  a: z.number().describe("The first number."),
  b: z.number().describe("The second number; not 0 when dividing."),
  op: z
    .enum(["+", "-", "*", "/"])
    .describe("The operation: + adds b to a, - subtracts b from a, * multiplies, / divides a by b."),
});

export const OUTPUT_KEY = "tool_output";

/** The result in decimal digits, or "Error: …" with what to change. */
export async function runTool(
  _config: z.infer<typeof UserParameters>,
  args: z.infer<typeof ToolParameters>,
): Promise<string> {
  return calculate(args);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { "user-params": { type: "string", default: "{}" }, "tool-params": { type: "string", default: "{}" } },
  });
  const config = UserParameters.parse(JSON.parse(values["user-params"]));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"]));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
