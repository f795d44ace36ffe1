import "server-only";
import { link, lstat, mkdir, open, readdir, rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { mediaTypeOf } from "#lib/core/media-type.ts";

export type Artifact = { name: string; bytes: number; mediaType: string };

/** The files of an artifact directory, each with what changes when it is written to. */
export type Snapshot = ReadonlyMap<string, { bytes: number; mark: string }>;

const MOST_FILES = 20_000;
const MOST_LISTED = 1000;
const TEMPORARY = /^\.|^__pycache__$|~$|\.(tmp|part|crdownload)$/i;

/** All files below a folder but hidden and temporary ones; links are not followed. */
export async function takeSnapshot(folder: string): Promise<Snapshot> {
  const files = new Map<string, { bytes: number; mark: string }>();
  const ahead = [""];
  for (let below = ahead.pop(); below !== undefined && files.size < MOST_FILES; below = ahead.pop()) {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = below ? `${below}/${entry.name}` : entry.name;
      if (TEMPORARY.test(entry.name)) continue;
      if (entry.isDirectory()) ahead.push(name);
      if (!entry.isFile()) continue;
      const found = await lstat(path.join(folder, name), { bigint: true }).catch(() => null);
      if (found) files.set(name, { bytes: Number(found.size), mark: `${found.ino} ${found.mtimeNs} ${found.size}` });
    }
  }
  return files;
}

/** What a call left: files that are new or changed, and those that its result names; at most a thousand. */
export function listArtifacts(before: Snapshot, after: Snapshot, { named }: { named: readonly string[] }): Artifact[] {
  const wanted = new Set(named.map((name) => path.posix.normalize(name)));
  const left = [...after].filter(([name, { mark }]) => before.get(name)?.mark !== mark || wanted.has(name));
  return left
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, MOST_LISTED)
    .map(([name, { bytes }]) => ({ name, bytes, mediaType: mediaTypeOf(name) }));
}

/** Writes a result of its own file, never over another; answers with its name, or null when the folder takes no file. */
export async function writeResult(
  folder: string,
  result: string,
  { ending }: { ending: "json" | "txt" },
): Promise<string | null> {
  for (let number = 1; number <= 1000; number++) {
    const name = number === 1 ? `result.${ending}` : `result-${number}.${ending}`;
    try {
      const file = await open(path.join(folder, name), "wx");
      await file.writeFile(result).finally(() => file.close());
      return name;
    } catch (error) {
      // A tool may have made its artifact directory unusable; the head of its result is still worth having.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return null;
    }
  }
  return null;
}

/** Renames a file whose name may not be told, so that it can be had by the one that is; answers with the name it has then. */
export async function renameArtifact(folder: string, name: string, { wanted }: { wanted: string }): Promise<string> {
  const { dir, name: stem, ext } = path.posix.parse(wanted);
  await mkdir(path.join(folder, dir), { recursive: true }).catch(() => undefined); // then no name below works
  for (let number = 1; number <= 1000; number++) {
    const free = path.posix.join(dir, number === 1 ? stem + ext : `${stem}-${number}${ext}`);
    try {
      await link(path.join(folder, name), path.join(folder, free));
      await unlink(path.join(folder, name));
      await removeEmpty(folder, path.posix.dirname(name));
      return free;
    } catch (error) {
      // Where the tool forbade it, the file keeps its name and cannot be had, which is better than to tell it.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return wanted;
    }
  }
  return wanted;
}

/** The folders of a renamed file may have told the same. */
async function removeEmpty(folder: string, below: string): Promise<void> {
  for (let at = below; at !== "."; at = path.posix.dirname(at)) {
    const removed = await rmdir(path.join(folder, at)).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}
