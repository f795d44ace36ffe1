/**
 * Queries CSV, Parquet and JSON files as tables: shows their columns, filters and sorts rows, or runs an SQL SELECT
 * (DuckDB) over one or several of them. Shows a summary and the top rows; the entire result goes to a CSV file.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { explained } from "../confined/problem.ts";
import { reachOfCall } from "../confined/reach.ts";
import { OPERATORS } from "./filter.ts";
import { queryTable } from "./query-table.ts";

export const UserParameters = z.object({});

const Value = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))]);

const Filter = z.object({
  column: z.string().describe("Name of the column to compare."),
  op: z
    .enum(OPERATORS)
    .describe(
      'How to compare. "contains", "starts_with" and "ends_with" ignore case; "!=" and "not_in" keep rows without a value.',
    ),
  value: Value.optional().describe(
    'What to compare with; a list for "in" and "not_in", left out for "is_null" and "not_null". Dates as "2026-07-31".',
  ),
});

const Sort = z.object({
  column: z.string().describe("Name of the column to sort by."),
  direction: z
    .enum(["asc", "desc"])
    .default("asc")
    .describe('"asc": smallest first; "desc": largest first. Rows without a value come last.'),
});

export const ToolParameters = z.object({
  operation: z
    .enum(["schema", "filter", "sql"])
    .describe(
      '"schema": tables, columns, types and one example each. "filter": rows of the first file by filters, sort, columns and limit. "sql": one SELECT.',
    ),
  files: z
    .array(z.string())
    .min(1)
    .max(10)
    .describe(
      'Paths of the files, relative, as list_directory shows them: .csv, .tsv, .parquet, .json, .jsonl. In SQL each is a table named as the file without extension, "_" for other characters than letters and digits: "flights-airport.csv" is flights_airport.',
    ),
  filters: z.array(Filter).optional().describe('For "filter": conditions that must all hold. Left out: all rows.'),
  sort: z.array(Sort).optional().describe('For "filter": the order of the rows, most important column first.'),
  columns: z
    .array(z.string())
    .optional()
    .describe('For "filter": names of the columns to keep, in this order. Left out: all.'),
  limit: z.int().min(1).optional().describe('For "filter": the greatest number of rows in the result. Left out: all.'),
  sql: z
    .string()
    .optional()
    .describe('For "sql": one SELECT statement in DuckDB\'s dialect. Nothing can be changed by it.'),
  top: z
    .int()
    .min(0)
    .max(200)
    .default(10)
    .describe("How many rows of the result to show here, 0 to 200; the file has all."),
});

export const OUTPUT_KEY = "tool_output";

/** The summary as JSON, or "Error: …" with what to change. */
export async function runTool(
  _config: z.infer<typeof UserParameters>,
  args: z.infer<typeof ToolParameters>,
): Promise<string> {
  return await explained(async () => JSON.stringify(await queryTable(reachOfCall(), args)));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { "user-params": { type: "string", default: "{}" }, "tool-params": { type: "string", default: "{}" } },
  });
  const config = UserParameters.parse(JSON.parse(values["user-params"]));
  const args = ToolParameters.parse(JSON.parse(values["tool-params"]));
  console.log(OUTPUT_KEY, await runTool(config, args));
}
