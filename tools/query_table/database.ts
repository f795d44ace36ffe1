import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";
import { named, Problem } from "../confined/problem.ts";
import type { Place } from "../confined/reach.ts";

/** A file as the database shows it. */
export type Table = { name: string; file: string; place: Place };

/** A database in memory with the tables of one request. */
export type Database = { connection: DuckDBConnection; tables: Table[]; close(): Promise<void> };

/** An empty database that cannot fetch extensions or write anything to disk. */
export async function createDatabase(): Promise<Database> {
  const instance = await DuckDBInstance.create(":memory:", {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    memory_limit: MEMORY_LIMIT,
    // Without this a large sort would leave a folder in the artifact directory.
    temp_directory: "",
    threads: "2",
  });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return {
    connection,
    tables: [],
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** All rows of a short result; what DuckDB objects to is a Problem. */
export async function rowsOf(database: Database, sql: string, values: DuckDBValue[] = []): Promise<DuckDBValue[][]> {
  return await asProblem(database, async () => (await database.connection.runAndReadAll(sql, values)).getRows());
}

/** Does work with the database; DuckDB's objections become a Problem that names the tables there are. */
export async function asProblem<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const objection = thrown instanceof Error && !(thrown instanceof Problem) && /^(\w+ )+Error: /.exec(thrown.message);
    if (!objection || objection[0].startsWith("INTERNAL")) throw thrown;
    throw new Problem(explain(database, thrown.message), { cause: thrown });
  }
}

const MEMORY_LIMIT = "1GB";

function explain({ tables }: Database, message: string): string {
  if (message.startsWith("Out of Memory"))
    return `The query needs more than ${MEMORY_LIMIT} of memory; filter, aggregate or take fewer columns.`;
  if (message.startsWith("Permission"))
    return `Files are reachable only as tables; the tables are ${named(tables.map(({ name }) => name))}.`;
  const [reason = ""] = message.split(/\n\s*\n|\nLINE /);
  const hint = message.startsWith("Catalog Error: Table")
    ? ` The tables are ${named(tables.map(({ name }) => name))}.`
    : "";
  return `${reason
    .replace(/\nDid you mean "(pg_|duckdb_|sqlite_|pragma_)[^\n]*/, "")
    .replaceAll("\n", " ")
    .slice(0, MAX_REASON)}${hint}`;
}

const MAX_REASON = 600;
