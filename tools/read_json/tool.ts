/**
 * Reads a JSON or JSON Lines file and shows the part that a pointer selects, cut to a readable size: long lists, deep
 * levels and long texts are shortened and say how much was left out. Use query_table to filter, sort or calculate.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { explained } from "../confined/problem.ts";
import { reachOfCall } from "../confined/reach.ts";
import { readJson } from "./read-json.ts";

export const UserParameters = z.object({});

export const ToolParameters = z.object({
  path: z.string().describe('Path of the file, relative, as list_directory shows it. Example: "penguins.json".'),
  pointer: z
    .string()
    .default("")
    .describe(
      'Which part to show, as a JSON Pointer: "/0/Species" is the Species of the first item, "/*/Species" that of every item. Write "~1" for "/" and "~0" for "~" in a key. Empty: everything.',
    ),
  depth: z.int().min(1).max(20).default(3).describe("How many levels of lists and objects to show, 1 to 20."),
  first_item: z
    .int()
    .min(0)
    .default(0)
    .describe("Index of the first item to show when the selected part is a list; 0 is the first."),
  items: z.int().min(1).max(500).default(10).describe("How many items of each list to show, 1 to 500."),
});

export const OUTPUT_KEY = "tool_output";

/** The selected part as JSON, or "Error: …" with what to change. */
export async function runTool(
  _config: z.infer<typeof UserParameters>,
  args: z.infer<typeof ToolParameters>,
): Promise<string> {
  return await explained(async () => JSON.stringify(await readJson(reachOfCall(), args)));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { "user-params": { type: "string", default: "{}" }, "tool-params": { type: "string", default: "{}" } },
  });
  const config = UserParameters.parse(JSON.parse(values["user-params"]));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"]));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
