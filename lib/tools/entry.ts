import "server-only";
import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { AppError } from "#lib/core/errors.ts";
import type { Language } from "./schema.ts";

/** A tool folder's entry file; `path` is the real one. */
export type Entry = { language: Language; entry: "tool.py" | "tool.ts"; folder: string; path: string };

const ENTRIES = [
  { entry: "tool.py", language: "python" },
  { entry: "tool.ts", language: "typescript" },
] as const;

/** Finds `tool.py`, else `tool.ts`. Throws `invalid_input` that says what is missing. */
export async function findEntry(folder: string): Promise<Entry> {
  const real = realPathOf(folder);
  for (const { entry, language } of ENTRIES) {
    const file = path.join(/* turbopackIgnore: true */ real, entry);
    if (statOf(file)?.isFile()) return { language, entry, folder: real, path: file };
  }
  throw new AppError("invalid_input", `${folder} is not a tool's folder: it has neither tool.py nor tool.ts.`);
}

/**
 * The text of a file beside the entry, or null when there is none.
 * Throws `invalid_input` for one that is no text in UTF-8 or, as it says itself, in UTF-16, cannot be read or is larger than a megabyte.
 */
export async function readText(folder: string, name: string): Promise<string | null> {
  const file = path.resolve(folder, name);
  const found = statOf(file);
  if (!found) return null;
  if (!found.isFile()) throw new AppError("invalid_input", `${name} of the tool is not a file.`);
  if (found.size > 1024 * 1024) throw new AppError("invalid_input", `${name} of the tool is larger than a megabyte.`);
  const bytes = bytesOf(file, name);
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Not UTF-8: said below, as for a file with null bytes.
  }
  throw new AppError("invalid_input", `${name} of the tool is not text in UTF-8.`);
}

// Every call looks at these few small files. To have another thread do it costs ten times the look itself.

function realPathOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    throw new AppError("invalid_input", `There is no folder ${folder}.`);
  }
}

function statOf(file: string): Stats | null {
  try {
    return statSync(/* turbopackIgnore: true */ file, { throwIfNoEntry: false }) ?? null;
  } catch {
    // A file that nobody may look at is none.
    return null;
  }
}

function bytesOf(file: string, name: string): Buffer {
  try {
    return readFileSync(/* turbopackIgnore: true */ file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AppError("invalid_input", `${name} of the tool cannot be read (${code}).`);
  }
}

/** What redirecting a program's output into a file makes on Windows says so in its first two bytes. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}
