import { unlink } from "node:fs/promises";
import path from "node:path";
import type { DuckDBResult, DuckDBValue } from "@duckdb/node-api";
import { createArtifact } from "../confined/open.ts";
import { Problem } from "../confined/problem.ts";
import { cellOf, type JsonCell, shorten, textOf } from "./cell.ts";
import { type ColumnSummary, createSummary } from "./column-summary.ts";
import { asProblem, type Database } from "./database.ts";
import type { Query } from "./filter.ts";

export type ResultSummary = {
  rows: number;
  columns: ColumnSummary[];
  top: Record<string, JsonCell>[];
  artifacts_created: string[];
};

/** Runs a query, writes its entire result to a new CSV file in the artifact directory, and returns a summary with the top rows. */
export async function writeResult(
  database: Database,
  query: Query,
  { folder, top }: { folder: string; top: number },
): Promise<ResultSummary> {
  const result = await asProblem(database, () => database.connection.stream(query.sql, query.values));
  const artifact = await createArtifact(folder, {
    stem: `${database.tables[0]?.name ?? "query"}-result`,
    extension: "csv",
  });
  try {
    const summary = await asProblem(database, () =>
      copyRows(result, { top, write: (text) => artifact.handle.appendFile(text) }),
    );
    return { ...summary, artifacts_created: [artifact.name] };
  } catch (thrown) {
    await unlink(path.join(folder, artifact.name));
    throw thrown;
  } finally {
    await artifact.handle.close();
  }
}

const MAX_BYTES = 512_000_000;
const PIECE_CHARACTERS = 2 ** 20;

async function copyRows(
  result: DuckDBResult,
  { top, write }: { top: number; write: (text: string) => Promise<void> },
): Promise<Omit<ResultSummary, "artifacts_created">> {
  const names = result.deduplicatedColumnNames();
  const summaries = names.map((name, index) => createSummary(name, String(result.columnType(index))));
  const shown: Record<string, JsonCell>[] = [];
  let pending = csvLine(names);
  let rows = 0;
  let bytes = 0;
  const flush = async () => {
    bytes += Buffer.byteLength(pending);
    if (bytes > MAX_BYTES)
      throw new Problem(`The result has more than ${MAX_BYTES / 1e6} MB; aggregate, filter, or set a limit.`);
    await write(pending);
    pending = "";
  };
  for await (const chunk of result.yieldRows()) {
    for (const row of chunk) {
      const cells = row.map((value: DuckDBValue) => cellOf(value));
      for (const [index, cell] of cells.entries()) summaries[index]?.add(cell);
      if (rows++ < top)
        shown.push(Object.fromEntries(names.map((name, index) => [name, shorten(cells[index] ?? null)])));
      pending += csvLine(cells);
      if (pending.length > PIECE_CHARACTERS) await flush();
    }
  }
  await flush();
  return { rows, columns: summaries.map((summary) => summary.result()), top: shown };
}

/** A missing value is an empty field, an empty text a quoted one. */
function csvLine(cells: readonly JsonCell[]): string {
  const fields = cells.map((cell) => {
    if (cell === null) return "";
    const text = textOf(cell);
    return text === "" || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join(",")}\n`;
}
