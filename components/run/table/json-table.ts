import { compactJson, type JsonEntry, type JsonNode } from "../json/json-node.ts";
import { type Cell, layOut, missingCell, type Table } from "./table.ts";

type ObjectNode = Extract<JsonNode, { kind: "object" }>;
type ArrayNode = Extract<JsonNode, { kind: "array" }>;

const MOST_COLUMNS = 500;
const LONGEST_CELL = 500;
/** Members that hold the rows of a summary, best first. */
const ROW_MEMBERS = ["rows", "data", "records", "items", "results", "top", "head"];

/** The table in a JSON value: a list of objects or of lists, or an object that has such a list; `member` is its name. */
export function findTable(node: JsonNode): { table: Table; member: string | null } | null {
  if (node.kind === "array") return wrap(tableOf(node, null), null);
  if (node.kind !== "object") return null;
  const names = node.entries.find(({ key }) => key === "columns");
  const candidates = node.entries.filter(({ value }) => value.kind === "array" && value.items.length > 0);
  for (const { key, value } of candidates.sort(byName)) {
    const table = value.kind === "array" ? tableOf(value, readNames(names)) : null;
    if (table && (ROW_MEMBERS.includes(key) || key !== "columns")) return wrap(table, key);
  }
  return null;
}

function wrap(table: Table | null, member: string | null) {
  return table && { table, member };
}

function byName(left: JsonEntry, right: JsonEntry): number {
  const rank = ({ key }: JsonEntry) => (ROW_MEMBERS.includes(key) ? ROW_MEMBERS.indexOf(key) : ROW_MEMBERS.length);
  return rank(left) - rank(right);
}

function tableOf(rows: ArrayNode, names: string[] | null): Table | null {
  if (rows.items.length === 0) return null;
  if (rows.items.every((row) => row.kind === "object")) return tableOfObjects(rows.items as ObjectNode[]);
  if (rows.items.every((row) => row.kind === "array")) return tableOfLists(rows.items as ArrayNode[], names);
  return null;
}

function tableOfObjects(rows: readonly ObjectNode[]): Table | null {
  const places = new Map<string, number>();
  for (const { entries } of rows) for (const { key } of entries) if (!places.has(key)) places.set(key, places.size);
  if (places.size === 0 || places.size > MOST_COLUMNS) return null;
  const cells = rows.map(({ entries }) => {
    const row: Cell[] = [];
    for (const { key, value } of entries) row[places.get(key) ?? 0] = cellOf(value);
    return row;
  });
  return layOut([...places.keys()], {
    rowCount: rows.length,
    cell: (row, column) => cells[row]?.[column] ?? missingCell,
  });
}

function tableOfLists(rows: readonly ArrayNode[], names: string[] | null): Table | null {
  const width = Math.max(...rows.map(({ items }) => items.length).slice(0, 10_000));
  if (width === 0 || width > MOST_COLUMNS) return null;
  const cells = rows.map(({ items }) => items.map(cellOf));
  const head = names?.length === width ? names : Array.from({ length: width }, (_, index) => String(index));
  return layOut(head, { rowCount: rows.length, cell: (row, column) => cells[row]?.[column] ?? missingCell });
}

/** Names given as texts, or as objects with a `name`. */
function readNames(entry: JsonEntry | undefined): string[] | null {
  if (entry?.value.kind !== "array") return null;
  return entry.value.items.map((item) => {
    const named = item.kind === "object" ? item.entries.find(({ key }) => key === "name")?.value : item;
    return named?.kind === "string" ? named.value : compactJson(item, 40);
  });
}

function cellOf(node: JsonNode): Cell {
  if (node.kind === "string") return { text: node.value, kind: "text" };
  if (node.kind === "number" || node.kind === "literal") return { text: node.text, kind: node.kind };
  return { text: compactJson(node, LONGEST_CELL), kind: "text" };
}
