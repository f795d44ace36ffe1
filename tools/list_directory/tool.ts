/**
 * Lists the files and folders that the file tools can read: those of this session's artifact directory ("artifacts") and
 * those of the team's data folder ("data"). An artifact hides a data file of the same path.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { explained } from "../confined/problem.ts";
import { reachOfCall } from "../confined/reach.ts";
import { listDirectory } from "./list-directory.ts";

export const UserParameters = z.object({});

export const ToolParameters = z.object({
  path: z.string().default(".").describe('Folder to list, relative, such as "reports/2026". "." is the top.'),
  recursive: z.boolean().default(false).describe("Whether to list the folders inside as well, up to 20 levels deep."),
  pattern: z
    .string()
    .optional()
    .describe(
      'Only entries whose path matches this glob, such as "*.csv" or, with recursive, "**/*.csv". Left out: everything.',
    ),
  limit: z.int().min(1).max(1000).default(200).describe("How many entries to show, 1 to 1000."),
});

export const OUTPUT_KEY = "tool_output";

/** The list as JSON, or "Error: …" with what to change. */
export async function runTool(
  _config: z.infer<typeof UserParameters>,
  args: z.infer<typeof ToolParameters>,
): Promise<string> {
  return await explained(async () => JSON.stringify(await listDirectory(reachOfCall(), args)));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { "user-params": { type: "string", default: "{}" }, "tool-params": { type: "string", default: "{}" } },
  });
  const config = UserParameters.parse(JSON.parse(values["user-params"]));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"]));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
