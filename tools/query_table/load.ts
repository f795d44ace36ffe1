import { open } from "node:fs/promises";
import path from "node:path";
import { sniffDelimiter } from "../confined/delimiter.ts";
import type { ConfinedFile } from "../confined/open.ts";
import { Problem } from "../confined/problem.ts";
import { detectEncoding, type Encoding, headOf, readText } from "../confined/text.ts";
import { type Database, rowsOf } from "./database.ts";
import { quoteName, quoteText } from "./sql.ts";

/** A file that is to become a table, and a folder for what is needed only meanwhile. */
export type Source = { file: ConfinedFile; table: string; scratch: string };

/** Loads a CSV file whose first line names the columns; texts that only look like numbers, such as "010…", stay texts. */
export async function loadCsv(database: Database, source: Source): Promise<void> {
  await loadText(source, async (from, encoding) => {
    const format = `${quoteText(from)}, delim = ${quoteText(sniffDelimiter(await headOf(source.file, encoding)))}, ${CSV_FORMAT}`;
    const columns = await rowsOf(
      database,
      `DESCRIBE FROM read_csv(${format}, skip = 0, comment = '', sample_size = -1)`,
    );
    const names = columns.map(([name]) => String(name));
    const texts = names.map(() => "VARCHAR");
    const padded = names.map(
      (name) => `coalesce(bool_or(regexp_matches(${quoteName(name)}, '^\\s*[+-]?0\\d')), false)`,
    );
    const [zeros = []] = await rowsOf(database, `SELECT ${padded.join(", ")} FROM ${reader(format, names, texts)}`);
    const types = columns.map(([, type], index) =>
      zeros[index] && /INT|DOUBLE/.test(String(type)) ? "VARCHAR" : String(type),
    );
    await rowsOf(database, `CREATE TABLE ${quoteName(source.table)} AS FROM ${reader(format, names, types)}`);
  });
}

const CSV_FORMAT = `header = true, quote = '"', escape = '"', strict_mode = false, null_padding = true, parallel = false`;

/** Once the types are known the file need not be examined again. */
function reader(format: string, names: readonly string[], types: readonly string[]): string {
  const columns = names.map((name, index) => `${quoteText(name)}: ${quoteText(types[index] ?? "VARCHAR")}`);
  return `read_csv(${format}, auto_detect = false, columns = {${columns.join(", ")}})`;
}

/** Loads a JSON file: a list of objects, one object, or one a line. */
export async function loadJson(database: Database, source: Source): Promise<void> {
  await loadText(source, async (from) => {
    const reader = `read_json(${quoteText(from)}, sample_size = -1, maximum_object_size = ${MAX_OBJECT_BYTES})`;
    await rowsOf(database, `CREATE TABLE ${quoteName(source.table)} AS FROM ${reader}`);
  });
}

/** Shows a Parquet file, which is read only where a query needs it. */
export async function viewParquet(database: Database, { file, table }: Source): Promise<void> {
  await rowsOf(database, `CREATE VIEW ${quoteName(table)} AS FROM read_parquet(${quoteText(file.openPath)})`);
}

const MAX_OBJECT_BYTES = 64_000_000;

/** DuckDB reads only valid UTF-8, so that any other text is first written anew, with "�" for what cannot be read. */
async function loadText(source: Source, load: (from: string, encoding: Encoding) => Promise<void>): Promise<void> {
  const encoding = await detectEncoding(source.file);
  if (encoding !== "utf-8") return await load(await rewrite(source, encoding), encoding);
  try {
    await load(source.file.openPath, encoding);
  } catch (thrown) {
    if (!(thrown instanceof Problem && /invalid (unicode|utf-?8)/i.test(thrown.message))) throw thrown;
    await load(await rewrite(source, encoding), encoding);
  }
}

async function rewrite({ file, table, scratch }: Source, encoding: Encoding): Promise<string> {
  const copy = path.join(scratch, `${table}.txt`);
  const handle = await open(copy, "wx", 0o600);
  try {
    for await (const piece of readText(file, encoding)) await handle.appendFile(piece);
  } finally {
    await handle.close();
  }
  return copy;
}
