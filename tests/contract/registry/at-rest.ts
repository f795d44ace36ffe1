import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/core/env.ts";
import { query } from "../runs/fixture.ts";

/** Everything that is stored: all rows of all tables, and the names and bytes of all files of the teams. */
export async function readStored(): Promise<string> {
  const [dump] = await query("select schema_to_xml('public', true, false, '')::text as xml");
  return `${dump?.xml}\n${await readFolder(path.join(env().data, "teams"))}`;
}

async function readFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name), "latin1")));
  return [...entries.map(({ name }) => name), ...contents].join("\n");
}
