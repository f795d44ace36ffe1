/** Greets a person in their language. */
import { parseArgs } from "node:util";
import { z } from "zod";
import { greet } from "./greeting.ts";

/** Set once by a person; the model never sees these. Keys and connection settings go here. */
export const UserParameters = z.object({
  signature: z.string().nullable().default(null).describe("a line that ends every greeting"),
});

/** Filled in by the model at every call; it reads each description word for word. */
export const ToolParameters = z.object({
  name: z.string().describe("the person to greet"),
  language: z.enum(["en", "ko"]).default("en").describe("language of the greeting"),
});

export const OUTPUT_KEY = "tool_output";

export async function runTool(config: z.infer<typeof UserParameters>, args: z.infer<typeof ToolParameters>) {
  console.log(`greeting ${args.name} in ${args.language}`); // the log, for people only
  return greet(args.name, { language: args.language, signature: config.signature });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { "user-params": { type: "string" }, "tool-params": { type: "string" } } });
  const config = UserParameters.parse(JSON.parse(values["user-params"] ?? "{}"));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"] ?? "{}"));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
