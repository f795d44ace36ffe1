import { Problem } from "../confined/problem.ts";
import { type Database, rowsOf } from "./database.ts";

/** Throws a Problem unless the text is exactly one SELECT that calls no function which reaches beyond the tables. */
export async function checkSelect(database: Database, sql: string): Promise<void> {
  if (sql.includes("\0")) throw new Problem("The SQL contains a NUL character; leave it out.");
  const [row] = await rowsOf(database, "SELECT json_serialize_sql($1::VARCHAR)", [sql]);
  const parsed = JSON.parse(String(row?.[0])) as Parsed;
  if (parsed.error && parsed.error_type === "parser")
    throw new Problem(`The SQL cannot be parsed: ${parsed.error_message}.`);
  if (parsed.error || parsed.statements.length !== 1)
    throw new Problem("Only one SELECT statement is run; leave out everything else.");
  for (const node of nodesOf(parsed.statements)) {
    const reader = node.type === "TABLE_FUNCTION" ? (node.function as { function_name: string }).function_name : null;
    if (reader !== null && !TABLE_FUNCTIONS.has(reader))
      throw new Problem(`The function ${reader}() is not available; name the file in "files" and use its table.`);
    if (node.function_name === "current_setting") throw new Problem("The function current_setting() is not available.");
  }
}

type Parsed = { error: false; statements: unknown[] } | { error: true; error_type: string; error_message: string };

const TABLE_FUNCTIONS = new Set(["generate_series", "json_each", "json_tree", "range", "repeat", "unnest"]);

function* nodesOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const child of Object.values(value)) yield* nodesOf(child);
}
