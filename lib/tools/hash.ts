import "server-only";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "#lib/core/errors.ts";

/** What a run leaves in a folder and is no part of the tool. */
const LEFT_OUT = new Set(["node_modules", "__pycache__", ".git"]);

/** A requirement may name any path of the machine: what is more than this is no package, and takes too long to read. */
const MOST_FILES = 20_000;
const MOST_BYTES = 1024 * 1024 * 1024;

/**
 * SHA-256 over a file's content, or over the names and contents of all files below a folder; links are not followed.
 * Throws `invalid_input` for what is neither, cannot be read, or is too large to be part of a tool.
 */
export async function hashPath(root: string): Promise<string> {
  try {
    return await hashAll(root);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new AppError("invalid_input", `${root} cannot be read (${code}).`, { cause: error });
  }
}

async function hashAll(root: string): Promise<string> {
  const found = await stat(root);
  if (!found.isDirectory() && !found.isFile())
    throw new AppError("invalid_input", `${root} is neither a file nor a folder.`);
  const files = found.isDirectory() ? await listFiles(root, "", { files: MOST_FILES, bytes: MOST_BYTES }) : [""];
  const whole = createHash("sha256");
  for (const name of files) {
    const one = createHash("sha256");
    await pipeline(createReadStream(path.join(root, name)), one);
    whole.update(`${name}\0${one.digest("hex")}\n`);
  }
  return whole.digest("hex");
}

type Room = { files: number; bytes: number };

async function listFiles(root: string, below: string, room: Room): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const name = below ? `${below}/${entry.name}` : entry.name;
    if (LEFT_OUT.has(entry.name) || entry.name.endsWith(".pyc")) continue;
    if (entry.isDirectory()) files.push(...(await listFiles(root, name, room)));
    if (!entry.isFile()) continue;
    files.push(name);
    room.files -= 1;
    room.bytes -= (await stat(path.join(root, name))).size;
    if (room.files < 0 || room.bytes < 0)
      throw new AppError(
        "invalid_input",
        `${root} holds more than 20,000 files or a gigabyte, which is no part of a tool.`,
      );
  }
  return files.sort();
}
