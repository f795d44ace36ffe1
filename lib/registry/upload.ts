import { AppError } from "#lib/core/errors.ts";
import { isLeftOut, ToolName } from "./schema.ts";
import { type NewFile, safePath } from "./tool-files.ts";

/** A tool in an upload; `title` is what it is called there, legal as a name or not. */
export type UploadedTool = { title: string; files: NewFile[] };

const ENTRIES = ["tool.py", "tool.ts"];

/**
 * The tools in an upload: every folder with an entry file, outermost first, named after itself.
 * A single tool takes `name`. Throws `invalid_input` when there is none, or a path leads out of the upload.
 */
export function findTools(uploaded: readonly NewFile[], name: string): UploadedTool[] {
  const files = uploaded
    .map((file) => ({ ...file, path: safePath(file.path) }))
    .filter((file) => !isLeftOut(file.path));
  const folders = toolFolders(files);
  if (folders.length === 0) {
    throw new AppError(
      "invalid_input",
      `No tool.py or tool.ts among ${countFiles(files)}; a tool needs one of them as its entry file.`,
    );
  }
  return folders.map((folder) => toTool(files, folder, folders.length === 1 ? name : ""));
}

function toolFolders(files: readonly NewFile[]): string[] {
  const folders = files
    .filter((file) => ENTRIES.includes(baseName(file.path)))
    .map((file) => file.path.slice(0, -baseName(file.path).length))
    .sort((a, b) => a.length - b.length);
  const outermost: string[] = [];
  for (const folder of folders) {
    if (!outermost.some((outer) => folder.startsWith(outer))) outermost.push(folder);
  }
  return outermost.sort();
}

function toTool(files: readonly NewFile[], folder: string, given: string): UploadedTool {
  const inside = files
    .filter((file) => file.path.startsWith(folder))
    .map((file) => ({ ...file, path: file.path.slice(folder.length) }));
  return { title: given || baseName(folder.slice(0, -1)), files: inside };
}

/** Throws `invalid_input` unless exactly one entry file lies at the top of the tool. */
export function checkEntry({ name, files }: { name: string; files: readonly NewFile[] }): void {
  const [first, second] = ENTRIES.filter((entry) => files.some((file) => file.path === entry));
  if (!first) {
    throw new AppError(
      "invalid_input",
      `"${name}" has neither tool.py nor tool.ts; a tool needs one of them as its entry file.`,
    );
  }
  if (second) {
    throw new AppError("invalid_input", `"${name}" has both tool.py and tool.ts; keep the one that is the tool.`);
  }
}

/** A legal tool name made of a folder's or a file's name. Throws `invalid_input` when nothing legal is in it. */
export function toToolName(raw: string): string {
  const name = raw
    .normalize("NFC")
    .replace(/\.zip$/i, "")
    .trim()
    .replace(/[^\p{L}\p{N}_.-]+/gu, "_")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 64);
  const parsed = ToolName.safeParse(name);
  if (!parsed.success)
    throw new AppError(
      "invalid_input",
      `"${raw.slice(0, 80)}" cannot be a tool's name: use ${parsed.error.issues[0]?.message}.`,
    );
  return parsed.data;
}

function baseName(filePath: string): string {
  return filePath.slice(filePath.lastIndexOf("/") + 1);
}

function countFiles(files: readonly NewFile[]): string {
  if (files.length === 1) return `the one file "${files[0]?.path}"`;
  return `${files.length} files`;
}
