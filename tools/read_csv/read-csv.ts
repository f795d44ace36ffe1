import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { sniffDelimiter } from "../confined/delimiter.ts";
import { type ConfinedFile, openFile } from "../confined/open.ts";
import { named, Problem } from "../confined/problem.ts";
import type { Place, Reach } from "../confined/reach.ts";
import { detectEncoding, type Encoding, headOf, readText } from "../confined/text.ts";
import { type CellType, typeOf, widen } from "./cell-type.ts";

export type CsvRequest = {
  path: string;
  columns?: string[] | undefined;
  first_row: number;
  rows: number;
  has_header: boolean;
  delimiter?: string | undefined;
  encoding?: Encoding | undefined;
};

export type CsvDescription = {
  file: string;
  place: Place;
  encoding: Encoding;
  delimiter: string;
  rows: number;
  /** Rows with more or fewer fields than the header. */
  uneven_rows?: number;
  columns: { name: string; type: CellType; empty: number }[];
  first_row: number;
  head: Record<string, string>[];
};

/** Reads the whole file once, keeping only the rows that were asked for. */
export async function readCsv(reach: Reach, request: CsvRequest): Promise<CsvDescription> {
  const file = await openFile(reach, request.path, { maxBytes: MAX_BYTES });
  try {
    const encoding = request.encoding ?? (await detectEncoding(file));
    const delimiter = request.delimiter ?? sniffDelimiter(await headOf(file, encoding));
    const table = await readTable(file, { ...request, encoding, delimiter });
    const shown = chooseColumns(table.names, request.columns);
    return {
      file: file.path,
      place: file.place,
      encoding,
      delimiter,
      rows: table.rows,
      ...(table.uneven > 0 && { uneven_rows: table.uneven }),
      columns: shown.map(({ name, index }) => ({ name, type: "empty", empty: table.rows, ...table.columns[index] })),
      first_row: request.first_row,
      head: table.kept.map((row) =>
        Object.fromEntries(shown.map(({ name, index }) => [name, shorten(row[index] ?? "")])),
      ),
    };
  } finally {
    await file.handle.close();
  }
}

const MAX_BYTES = 256_000_000;
const MAX_ROW_CHARACTERS = 1_000_000;
const MAX_CELL_CHARACTERS = 300;

type Table = {
  names: string[];
  rows: number;
  uneven: number;
  columns: { type: CellType; empty: number }[];
  kept: string[][];
};

async function readTable(
  file: ConfinedFile,
  request: CsvRequest & { encoding: Encoding; delimiter: string },
): Promise<Table> {
  const table: Table = { names: [], rows: 0, uneven: 0, columns: [], kept: [] };
  const parser = parse({
    delimiter: request.delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  try {
    await pipeline(readText(file, request.encoding), parser, async (records: AsyncIterable<string[]>) => {
      for await (const record of records) {
        if (table.names.length > 0) addRow(table, record, request);
        else {
          table.names = uniqueNames(request.has_header ? record : record.map(() => ""));
          table.columns = table.names.map(() => ({ type: "empty", empty: 0 }));
          if (!request.has_header) addRow(table, record, request);
        }
      }
    });
  } catch (thrown) {
    if (thrown instanceof CsvError)
      throw new Problem(unreadable(file.path, Number(thrown.records) - (request.has_header ? 1 : 0)));
    throw thrown;
  }
  return table;
}

function addRow(table: Table, record: readonly string[], { first_row, rows }: CsvRequest): void {
  table.rows++;
  if (record.length !== table.names.length) table.uneven++;
  for (const [index, column] of table.columns.entries()) {
    const cell = record[index] ?? "";
    if (cell === "") column.empty++;
    else column.type = widen(column.type, typeOf(cell));
  }
  if (table.rows >= first_row && table.kept.length < rows) table.kept.push([...record]);
}

function chooseColumns(
  names: readonly string[],
  wanted: readonly string[] | undefined,
): { name: string; index: number }[] {
  if (!wanted) return names.map((name, index) => ({ name, index }));
  return wanted.map((name) => {
    const index = names.findIndex((candidate) => candidate.normalize("NFC") === name.normalize("NFC"));
    if (index < 0) throw new Problem(`There is no column "${name}"; the columns are ${named(names, 50)}.`);
    return { name: names[index] ?? name, index };
  });
}

/** A column without a name is called by its place, and a name that comes again gets a number. */
function uniqueNames(header: readonly string[]): string[] {
  const taken = new Set<string>();
  return header.map((text, index) => {
    const wanted = text.trim() || `column_${index + 1}`;
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`;
    taken.add(name);
    return name;
  });
}

function shorten(cell: string): string {
  if (cell.length <= MAX_CELL_CHARACTERS) return cell;
  return `${cell.slice(0, MAX_CELL_CHARACTERS).toWellFormed()}… (${cell.length} characters)`;
}

function unreadable(path: string, rows: number): string {
  const reason = `a quotation mark opens there that never closes, or the row has over ${MAX_ROW_CHARACTERS} characters`;
  return `"${path}" cannot be read after row ${rows}: ${reason}; try another delimiter or repair the file.`;
}
