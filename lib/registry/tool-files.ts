import "server-only";
import { lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError } from "#lib/core/errors.ts";
import { isLeftOut, type ToolFile } from "./schema.ts";

/** One file of a tool on its way in; the path is below the tool's folder, with `/`. */
export type NewFile = { path: string; content: Uint8Array };

/** What one tool, or one upload of several, may hold. */
export const UPLOAD_LIMITS = { files: 2_000, fileBytes: 32 * 1024 * 1024, totalBytes: 64 * 1024 * 1024 };

/** Beyond this an editor is no place for a file. */
const EDITABLE_BYTES = 512 * 1024;

/** The kernel takes 4,096 bytes; the rest is for the folders above. */
const LONGEST_PATH = 2_048;

/** A path as it may be stored: relative, `/`, no `..`. Throws `invalid_input` that quotes the path. */
export function safePath(raw: string): string {
  const refuse = (why: string) =>
    new AppError("invalid_input", `The path "${raw.slice(0, 200)}" ${why}; nothing was stored.`);
  if (raw.includes("\0")) throw refuse("holds a zero character");
  const posix = raw.replaceAll("\\", "/").normalize("NFC");
  if (posix.startsWith("/") || /^[a-z]:/i.test(posix)) throw refuse("is absolute");
  const parts = posix.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) throw refuse("leads out of the tool's folder");
  if (parts.length === 0) throw refuse("is empty");
  if (parts.some((part) => Buffer.byteLength(part) > 255)) throw refuse("has a name of more than 255 bytes");
  const joined = parts.join("/");
  if (Buffer.byteLength(joined) > LONGEST_PATH) throw refuse(`is longer than ${LONGEST_PATH} bytes`);
  return joined;
}

/** Writes the files below a new folder. Throws `invalid_input` for unsafe or clashing paths, `too_large` over the limits. */
export async function writeToolFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  checkSizes(files);
  const paths = files.map((file) => safePath(file.path));
  checkClashes(paths);
  for (const [index, file] of files.entries()) {
    const target = path.join(folder, paths[index] ?? "");
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, file.content, { flag: "wx" });
  }
}

/** Every file of a tool's folder in the order of their paths; the text of those that an editor can show. */
export async function readToolFiles(folder: string): Promise<ToolFile[]> {
  const files: ToolFile[] = [];
  for (const filePath of await listPaths(folder, "")) {
    const { size } = await lstat(path.join(folder, filePath));
    const text = size <= EDITABLE_BYTES ? asText(await readFile(path.join(folder, filePath))) : null;
    files.push({ path: filePath, bytes: size, text });
  }
  return files;
}

/** The contents of every file of a tool's folder, to make the next version from. */
export async function loadToolFiles(folder: string): Promise<NewFile[]> {
  const paths = await listPaths(folder, "");
  return Promise.all(paths.map(async (file) => ({ path: file, content: await readFile(path.join(folder, file)) })));
}

async function listPaths(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const filePath = below ? `${below}/${entry.name}` : entry.name;
    if (isLeftOut(filePath)) continue;
    if (entry.isDirectory()) found.push(...(await listPaths(folder, filePath)));
    else if (entry.isFile()) found.push(filePath);
  }
  return found;
}

function asText(content: Buffer): string | null {
  if (content.includes(0)) return null;
  const text = content.toString("utf8");
  return Buffer.from(text, "utf8").equals(content) ? text : null;
}

/** Disks that tell no case apart are thought of too: a tool goes from one machine to another. */
function checkClashes(paths: readonly string[]): void {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const file of paths) {
    const twin = files.get(file.toLowerCase());
    if (twin)
      throw new AppError("invalid_input", `"${twin}" and "${file}" would be one file on some disks; rename one.`);
    files.set(file.toLowerCase(), file);
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1))
      folders.set(file.slice(0, end).toLowerCase(), file);
  }
  for (const [key, file] of files) {
    const inside = folders.get(key);
    if (inside)
      throw new AppError(
        "invalid_input",
        `"${file}" is a file, and "${inside}" needs a folder of that name; rename one.`,
      );
  }
}

function checkSizes(files: readonly NewFile[]): void {
  if (files.length > UPLOAD_LIMITS.files) {
    throw new AppError(
      "too_large",
      `${files.length} files are more than the ${UPLOAD_LIMITS.files} that a tool may have.`,
    );
  }
  let total = 0;
  for (const file of files) {
    total += file.content.byteLength;
    if (file.content.byteLength > UPLOAD_LIMITS.fileBytes) {
      throw new AppError("too_large", `"${file.path}" is larger than the 32 MiB that a file of a tool may have.`);
    }
  }
  if (total > UPLOAD_LIMITS.totalBytes) throw new AppError("too_large", "The files are larger than 64 MiB in all.");
}
