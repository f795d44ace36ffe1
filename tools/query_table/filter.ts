import type { DuckDBValue } from "@duckdb/node-api";
import { named, Problem } from "../confined/problem.ts";
import { quoteName } from "./sql.ts";

/** The comparisons a filter can make. */
export const OPERATORS = [
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "contains",
  "starts_with",
  "ends_with",
  "in",
  "not_in",
  "is_null",
  "not_null",
] as const;

type Value = string | number | boolean | (string | number)[];

export type FilterRequest = {
  filters?: { column: string; op: (typeof OPERATORS)[number]; value?: Value | undefined }[] | undefined;
  sort?: { column: string; direction: "asc" | "desc" }[] | undefined;
  columns?: string[] | undefined;
  limit?: number | undefined;
};

/** An SQL query whose values travel beside it. */
export type Query = { sql: string; values: DuckDBValue[] };

/** A column of a table with its SQL type. */
export type Column = { name: string; type: string };

/** The query for rows of one table that meet all filters; an unknown column or an unfit value is a Problem. */
export function filterQuery(table: { name: string; columns: Column[] }, request: FilterRequest): Query {
  const values: DuckDBValue[] = [];
  const conditions = (request.filters ?? []).map((filter) =>
    condition(columnNamed(table.columns, filter.column), filter, values),
  );
  const order = (request.sort ?? []).map(
    ({ column, direction }) => `${quoteName(columnNamed(table.columns, column).name)} ${direction} NULLS LAST`,
  );
  const shown = request.columns?.map((column) => quoteName(columnNamed(table.columns, column).name)) ?? [];
  const sql = [
    `SELECT ${shown.join(", ") || "*"} FROM ${quoteName(table.name)}`,
    conditions.length > 0 && `WHERE ${conditions.join(" AND ")}`,
    order.length > 0 && `ORDER BY ${order.join(", ")}`,
    request.limit !== undefined && `LIMIT ${request.limit}`,
  ];
  return { sql: sql.filter((part) => part !== false).join(" "), values };
}

type Filter = NonNullable<FilterRequest["filters"]>[number];

function condition(column: Column, { op, value }: Filter, values: DuckDBValue[]): string {
  const name = quoteName(column.name);
  if (op === "is_null") return `${name} IS NULL`;
  if (op === "not_null") return `${name} IS NOT NULL`;
  if (op === "in" || op === "not_in") {
    if (!Array.isArray(value) || value.length === 0)
      throw new Problem(`The filter "${op}" on "${column.name}" needs a list of values.`);
    const list = value.map((item) => typed(column, item, values)).join(", ");
    return op === "in"
      ? `${comparable(column)} IN (${list})`
      : `(${name} IS NULL OR ${comparable(column)} NOT IN (${list}))`;
  }
  if (value === undefined || Array.isArray(value))
    throw new Problem(`The filter "${op}" on "${column.name}" needs one value.`);
  if (op === "contains" || op === "starts_with" || op === "ends_with") {
    values.push(String(value));
    return `${op}(nfc_normalize(lower(CAST(${name} AS VARCHAR))), nfc_normalize(lower($${values.length}::VARCHAR)))`;
  }
  const sign = op === "!=" ? "IS DISTINCT FROM" : op;
  return `${comparable(column)} ${sign} ${typed(column, value, values)}`;
}

/** Korean may be spelled in composed or decomposed letters; both are the same text to whoever filters. */
function comparable({ name, type }: Column): string {
  return type === "VARCHAR" ? `nfc_normalize(${quoteName(name)})` : quoteName(name);
}

function typed({ type }: Column, value: string | number | boolean, values: DuckDBValue[]): string {
  values.push(String(value).normalize("NFC"));
  return `CAST($${values.length}::VARCHAR AS ${type})`;
}

function columnNamed(columns: readonly Column[], name: string): Column {
  const same = (one: string) => one.normalize("NFC").toLowerCase() === name.normalize("NFC").toLowerCase();
  const column =
    columns.find((candidate) => candidate.name === name) ?? columns.find((candidate) => same(candidate.name));
  if (!column)
    throw new Problem(
      `There is no column "${name}"; the columns are ${named(
        columns.map((known) => known.name),
        50,
      )}.`,
    );
  return column;
}
