import { isLeftOut } from "#lib/registry/schema.ts";

/** A file on its way up; `path` is below what was picked, with `/`. */
type PickedFile = { path: string; file: File };

/** What was picked: the name that it suggests, and its files or the one archive. */
export type Picked = { kind: "folder"; name: string; files: PickedFile[] } | { kind: "zip"; name: string; file: File };

/** The folder that a file input with `webkitdirectory` gave; null when it holds no file. */
export function fromFolderInput(files: Iterable<File>): Picked | null {
  return toFolder(Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file })));
}

export function fromZip(file: File): Picked {
  return { kind: "zip", name: suggestName(file.name.replace(/\.zip$/i, "")), file };
}

/** What was dropped: one zip, or folders and files; null when neither. Reads folders to the bottom. */
export async function fromDrop(transfer: DataTransfer): Promise<Picked | null> {
  // The list empties itself after the first await, so that the entries are taken out before.
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const [only] = entries;
  if (entries.length === 1 && only?.isFile && /\.zip$/i.test(only.name))
    return fromZip(await fileOf(only as FileSystemFileEntry));
  return toFolder((await Promise.all(entries.map(filesBelow))).flat());
}

/** The entry files and how large all is; what the person sees before sending. */
export function describePicked(picked: Picked): { count: number; bytes: number; entries: string[] } {
  if (picked.kind === "zip") return { count: 1, bytes: picked.file.size, entries: [] };
  return {
    count: picked.files.length,
    bytes: picked.files.reduce((sum, { file }) => sum + file.size, 0),
    entries: picked.files.map(({ path }) => path).filter((path) => /(^|\/)tool\.(py|ts)$/.test(path)),
  };
}

/** A folder's name made into a tool's: other characters become `_`. */
export function suggestName(raw: string): string {
  return raw
    .normalize("NFC")
    .trim()
    .replace(/[^\p{L}\p{N}_.-]+/gu, "_")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 64);
}

function toFolder(all: PickedFile[]): Picked | null {
  const files = all.filter(({ path }) => !isLeftOut(path));
  const [first] = files;
  if (!first) return null;
  const top = first.path.split("/")[0] ?? "";
  const shared = first.path.includes("/") && files.every(({ path }) => path.startsWith(`${top}/`));
  if (!shared) return { kind: "folder", name: "", files };
  return {
    kind: "folder",
    name: suggestName(top),
    files: files.map(({ path, file }) => ({ path: path.slice(top.length + 1), file })),
  };
}

async function filesBelow(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (isLeftOut(entry.name)) return [];
  if (entry.isFile)
    return [{ path: entry.fullPath.replace(/^\//, ""), file: await fileOf(entry as FileSystemFileEntry) }];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  // A reader gives at most a hundred entries at a time, and an empty list at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    children.push(...some);
  }
  return (await Promise.all(children.map(filesBelow))).flat();
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
