import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ConfinedFile, openFile } from "../confined/open.ts";
import { Problem } from "../confined/problem.ts";
import type { Reach } from "../confined/reach.ts";
import { createDatabase, type Database } from "./database.ts";
import { loadCsv, loadJson, type Source, viewParquet } from "./load.ts";
import { quoteName, quoteText } from "./sql.ts";

/**
 * Opens the files as tables of a database that can reach nothing else: text files are loaded, Parquet files, which may be
 * far larger than memory, are views. Each table answers to its own name and to the file's path.
 */
export async function openTables(reach: Reach, files: readonly string[]): Promise<Database> {
  const database = await createDatabase();
  const sources: Source[] = [];
  const scratch = await mkdtemp(path.join(tmpdir(), "query_table-"));
  const close = async () => {
    await database.close();
    await Promise.all(sources.map(({ file }) => file.handle.close()));
    await rm(scratch, { recursive: true, force: true });
  };
  try {
    for (const name of new Set(files)) {
      const format = formatOf(name);
      const file = await openFile(reach, name, { maxBytes: format === "parquet" ? MAX_PARQUET_BYTES : MAX_TEXT_BYTES });
      const source = { file, table: tableName(file.path, database), scratch };
      sources.push(source);
      if (file.bytes === 0) throw new Problem(`"${file.path}" is empty.`);
      await LOADERS[format](database, source).catch((thrown) => throwUnreadable(file, thrown));
      database.tables.push({ name: source.table, file: file.path, place: file.place });
      if (file.path !== source.table)
        await database.connection.run(
          `CREATE VIEW IF NOT EXISTS ${quoteName(file.path)} AS FROM ${quoteName(source.table)}`,
        );
    }
    await lock(database, sources);
    return { ...database, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

type Format = "csv" | "parquet" | "json";

const FORMATS: Record<string, Format> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
  ".parquet": "parquet",
  ".json": "json",
  ".jsonl": "json",
  ".ndjson": "json",
};

const LOADERS = { csv: loadCsv, json: loadJson, parquet: viewParquet } satisfies Record<Format, unknown>;

const MAX_TEXT_BYTES = 256_000_000;
const MAX_PARQUET_BYTES = 16_000_000_000;

function formatOf(name: string): Format {
  const format = FORMATS[path.extname(name).toLowerCase()];
  if (!format)
    throw new Problem(`"${name}" is not read as a table; the extensions that are: ${Object.keys(FORMATS).join(", ")}.`);
  return format;
}

function tableName(file: string, { tables }: Database): string {
  const stem = path.basename(file, path.extname(file)).replaceAll(/[^\p{L}\p{N}_]+/gu, "_");
  const plain = /^\p{N}/u.test(stem) ? `t_${stem}` : stem || "t";
  let name = plain;
  for (let count = 2; tables.some((table) => table.name.toLowerCase() === name.toLowerCase()); count++)
    name = `${plain}_${count}`;
  return name;
}

function throwUnreadable(file: ConfinedFile, thrown: unknown): never {
  // Only what DuckDB objected to has a cause; a Problem of our own is clear as it is.
  if (!(thrown instanceof Problem && thrown.cause)) throw thrown;
  const reason = thrown.message.includes("sniffing file")
    ? "its rows cannot be told apart, perhaps because a quotation mark never closes; read_csv says where"
    : thrown.message.replaceAll(file.openPath, file.path);
  throw new Problem(`"${file.path}" cannot be read: ${reason}`, { cause: thrown });
}

/** From here on the database reads nothing but the Parquet files it has, and cannot be told otherwise. */
async function lock({ connection }: Database, sources: readonly Source[]): Promise<void> {
  const paths = sources
    .filter(({ file }) => formatOf(file.path) === "parquet")
    .map(({ file }) => quoteText(file.openPath));
  await connection.run(`SET allowed_paths = [${paths.join(", ")}]`);
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
}
