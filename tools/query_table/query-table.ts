import { artifactFolder } from "../confined/open.ts";
import { Problem } from "../confined/problem.ts";
import type { Place, Reach } from "../confined/reach.ts";
import { cellOf, type JsonCell, shorten } from "./cell.ts";
import { type Database, rowsOf, type Table } from "./database.ts";
import { type Column, type FilterRequest, filterQuery, type Query } from "./filter.ts";
import { openTables } from "./open-tables.ts";
import { type ResultSummary, writeResult } from "./result.ts";
import { checkSelect } from "./select-only.ts";
import { quoteName } from "./sql.ts";

export type TableRequest = FilterRequest & {
  operation: "schema" | "filter" | "sql";
  files: string[];
  sql?: string | undefined;
  top: number;
};

export type TableSchema = {
  table: string;
  file: string;
  place: Place;
  rows: number;
  columns: (Column & { example: JsonCell })[];
};

/** Answers one request over the files, which are open only while it lasts. */
export async function queryTable(
  reach: Reach,
  request: TableRequest,
): Promise<{ tables: TableSchema[] } | ResultSummary> {
  const database = await openTables(reach, request.files);
  try {
    if (request.operation === "schema") return { tables: await schemasOf(database) };
    return await writeResult(database, await queryOf(database, request), {
      folder: artifactFolder(reach),
      top: request.top,
    });
  } finally {
    await database.close();
  }
}

async function queryOf(database: Database, request: TableRequest): Promise<Query> {
  const [table] = database.tables;
  if (request.operation === "filter" && table) {
    return filterQuery({ name: table.name, columns: await columnsOf(database, table) }, request);
  }
  if (!request.sql?.trim()) throw new Problem('The operation "sql" needs a SELECT statement in "sql".');
  await checkSelect(database, request.sql);
  return { sql: request.sql, values: [] };
}

async function schemasOf(database: Database): Promise<TableSchema[]> {
  const schemas: TableSchema[] = [];
  for (const table of database.tables) {
    const [counted] = await rowsOf(database, `SELECT count(*) FROM ${quoteName(table.name)}`);
    const [first = []] = await rowsOf(database, `FROM ${quoteName(table.name)} LIMIT 1`);
    const columns = await columnsOf(database, table);
    schemas.push({
      table: table.name,
      file: table.file,
      place: table.place,
      rows: Number(counted?.[0]),
      columns: columns.map((column, index) => ({ ...column, example: shorten(cellOf(first[index] ?? null)) })),
    });
  }
  return schemas;
}

async function columnsOf(database: Database, { name }: Table): Promise<Column[]> {
  const rows = await rowsOf(database, `DESCRIBE ${quoteName(name)}`);
  return rows.map(([column, type]) => ({ name: String(column), type: String(type) }));
}
