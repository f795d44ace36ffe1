/**
 * Reads a CSV file and describes it: how many rows it has, its columns with their types and empty cells, and some of its
 * rows word for word. Delimiter and encoding are recognised. Use query_table to filter, sort or calculate.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { explained } from "../confined/problem.ts";
import { reachOfCall } from "../confined/reach.ts";
import { ENCODINGS } from "../confined/text.ts";
import { readCsv } from "./read-csv.ts";

export const UserParameters = z.object({});

export const ToolParameters = z.object({
  path: z.string().describe('Path of the file, relative, as list_directory shows it. Example: "seattle-weather.csv".'),
  columns: z
    .array(z.string())
    .optional()
    .describe("Names of the columns to show, in this order. Left out: all columns."),
  first_row: z
    .int()
    .min(1)
    .default(1)
    .describe("Number of the first row to show; the first row after the header is 1."),
  rows: z.int().min(0).max(1000).default(10).describe("How many rows to show, 0 to 1000."),
  has_header: z.boolean().default(true).describe("Whether the first line holds the names of the columns."),
  delimiter: z
    .string()
    .length(1)
    .optional()
    .describe('The one character between fields, such as ";". Left out: recognised.'),
  encoding: z
    .enum(ENCODINGS)
    .optional()
    .describe('Encoding of the text; "cp949" is the Korean one. Left out: recognised.'),
});

export const OUTPUT_KEY = "tool_output";

/** The description as JSON, or "Error: …" with what to change. */
export async function runTool(
  _config: z.infer<typeof UserParameters>,
  args: z.infer<typeof ToolParameters>,
): Promise<string> {
  return await explained(async () => JSON.stringify(await readCsv(reachOfCall(), args)));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { "user-params": { type: "string", default: "{}" }, "tool-params": { type: "string", default: "{}" } },
  });
  const config = UserParameters.parse(JSON.parse(values["user-params"]));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"]));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
