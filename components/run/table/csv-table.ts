import Papa from "papaparse";
import { layOut, missingCell, type Table } from "./table.ts";

/** The table of a CSV text, its first row the names; `end` "cut" drops the last row, of which a part may be missing. */
export function readCsv(text: string, { end, delimiter = "" }: { end: "whole" | "cut"; delimiter?: string }): Table {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { delimiter, skipEmptyLines: "greedy" });
  if (end === "cut" && data.length > 1) data.pop();
  const rows = data.slice(1);
  const width = rows.slice(0, 1_000).reduce((most, row) => Math.max(most, row.length), data[0]?.length ?? 0);
  const names = Array.from({ length: width }, (_, column) => data[0]?.[column] ?? "");
  return layOut(names, {
    rowCount: rows.length,
    cell: (row, column) => {
      const value = rows[row]?.[column];
      return value === undefined ? missingCell : { text: value, kind: "text" };
    },
  });
}
