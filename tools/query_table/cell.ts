import {
  DuckDBArrayValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  type DuckDBValue,
} from "@duckdb/node-api";

/** A value of a table as JSON; a number that a double would change is kept by `JSON.rawJSON`. */
export type JsonCell = null | boolean | number | string | object;

/** A DuckDB value as JSON: numbers exactly, dates and times as ISO 8601 texts, lists and structs as they are. */
export function cellOf(value: DuckDBValue): JsonCell {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint" || value instanceof DuckDBDecimalValue) return exact(String(value));
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(cellOf);
  if (value instanceof DuckDBStructValue) return mapped(Object.entries(value.entries));
  if (value instanceof DuckDBMapValue)
    return mapped(value.entries.map((entry) => [textOf(cellOf(entry.key)), entry.value]));
  if (value instanceof DuckDBUnionValue) return cellOf(value.value);
  return String(value);
}

/** A cell as text: what stands in a CSV file. */
export function textOf(cell: JsonCell): string {
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}

/** The cell, or the beginning of its text when that is long. */
export function shorten(cell: JsonCell): JsonCell {
  const text = textOf(cell);
  if (text.length <= MAX_CHARACTERS) return cell;
  return `${text.slice(0, MAX_CHARACTERS).toWellFormed()}… (${text.length} characters)`;
}

const MAX_CHARACTERS = 300;

// TypeScript's library does not know it yet; Node has had it since 22.
const { rawJSON } = JSON as unknown as { rawJSON(source: string): object };

function exact(digits: string): number | object {
  const number = Number(digits);
  return String(number) === digits ? number : rawJSON(digits);
}

function mapped(entries: readonly (readonly [string, DuckDBValue])[]): object {
  return Object.fromEntries(entries.map(([key, value]) => [key, cellOf(value)]));
}
