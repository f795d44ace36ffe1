import type { Dirent, Stats } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { Problem } from "./problem.ts";
import { existing, type Found, find, isInside, type Place, type Reach } from "./reach.ts";

/** What stands in a folder; a "link" leads outside or nowhere, "other" is a device, FIFO, socket or an unreadable name. */
export type Entry = {
  path: string;
  kind: "file" | "folder" | "link" | "other";
  place: Place;
  bytes?: number;
  /** UTC, to the second, as in ISO 8601. */
  modified?: string;
};

/** The entries below a folder of the reach, sorted by name, `depth` levels deep; folders of the same name are seen as one. */
export async function* walk(
  reach: Reach,
  segments: readonly string[],
  { depth }: { depth: number },
): AsyncGenerator<Entry> {
  const folders: Found[] = [];
  for await (const found of find(reach, segments)) {
    const status = await existing(stat(found.real), found.real);
    if (status?.isDirectory()) folders.push(found);
    else if (status && folders.length === 0) throw new Problem(`"${segments.join("/")}" is a file, not a folder.`);
  }
  if (folders.length === 0 && segments.length > 0)
    throw new Problem(`There is no folder "${segments.join("/")}"; list "." to see what there is.`);
  yield* walkFolders(folders, segments, depth);
}

async function* walkFolders(
  folders: readonly Found[],
  segments: readonly string[],
  depth: number,
): AsyncGenerator<Entry> {
  for (const [name, namesakes] of await namesIn(folders)) {
    const [first] = namesakes;
    if (!first) continue;
    const inside = [...segments, name];
    const entry = await describe(first, inside.join("/"));
    yield entry;
    // A linked folder is shown but not entered, or a link to a parent would never end.
    if (depth > 1 && entry.kind === "folder" && first.dirent.isDirectory()) {
      const below = namesakes.filter(({ dirent }) => dirent.isDirectory());
      yield* walkFolders(
        below.map(({ folder, dirent }) => ({ ...folder, real: path.join(folder.real, dirent.name) })),
        inside,
        depth - 1,
      );
    }
  }
}

type Child = { folder: Found; dirent: Dirent };

async function namesIn(folders: readonly Found[]): Promise<[string, Child[]][]> {
  const names = new Map<string, Child[]>();
  for (const folder of folders) {
    for (const dirent of (await existing(readdir(folder.real, { withFileTypes: true }), folder.real)) ?? []) {
      const name = dirent.name.normalize("NFC");
      names.set(name, [...(names.get(name) ?? []), { folder, dirent }]);
    }
  }
  return [...names].sort(([one], [other]) => (one < other ? -1 : 1));
}

async function describe({ folder, dirent }: Child, name: string): Promise<Entry> {
  const { place, root, real } = folder;
  const status = await existing(lstat(path.join(real, dirent.name)), dirent.name);
  if (!status) return { path: name, kind: "other", place };
  if (!status.isSymbolicLink()) return { path: name, place, ...measured(status) };
  const target = await existing(realpath(path.join(real, dirent.name)), dirent.name);
  const reached = target && isInside(root, target) ? await existing(stat(target), dirent.name) : null;
  return reached ? { path: name, place, ...measured(reached) } : { path: name, kind: "link", place };
}

function measured(status: Stats): Pick<Entry, "kind" | "bytes" | "modified"> {
  const modified = `${status.mtime.toISOString().slice(0, 19)}Z`;
  if (status.isFile()) return { kind: "file", bytes: status.size, modified };
  return { kind: status.isDirectory() ? "folder" : "other", modified };
}
