import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import path from "node:path";
import { named, Problem } from "./problem.ts";
import { codeOf, existing, type Found, find, isInside, type Place, type Reach, segmentsOf } from "./reach.ts";
import { walk } from "./walk.ts";

/** A regular file inside the reach, open for reading; whoever opened it closes the handle. */
export type ConfinedFile = {
  /** As the model writes it: relative, with "/". */
  path: string;
  place: Place;
  bytes: number;
  handle: FileHandle;
  /** For a program that opens files by name: on Linux this very file, whatever is renamed meanwhile. */
  openPath: string;
};

/** Opens a file for reading; one that is missing, outside the reach, not regular or larger than `maxBytes` is a Problem. */
export async function openFile(reach: Reach, name: string, { maxBytes }: { maxBytes: number }): Promise<ConfinedFile> {
  const found = await findFile(reach, name);
  const handle = await openUnfollowed(found.real, name);
  try {
    const openPath = await provenPath(handle, found);
    if (!openPath) throw new Problem(`"${name}" was replaced while it was being opened; try again.`);
    const status = await handle.stat();
    if (!status.isFile()) throw new Problem(`"${name}" is not a regular file, so it is not read.`);
    if (status.size > maxBytes)
      throw new Problem(`"${name}" has ${megabytes(status.size)}, more than the ${megabytes(maxBytes)} that are read.`);
    return { path: segmentsOf(name).join("/"), place: found.place, bytes: status.size, handle, openPath };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** The folder of the reach in which a tool may leave files. */
export function artifactFolder(reach: Reach): string {
  const folder = reach.find(({ place }) => place === "artifacts")?.folder;
  if (!folder) throw new Error("The reach has no artifact directory.");
  return folder;
}

/** Makes a new file, named `stem.extension` or, when that is taken, `stem-2.extension` and so on. */
export async function createArtifact(
  folder: string,
  { stem, extension }: { stem: string; extension: string },
): Promise<{ name: string; handle: FileHandle }> {
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${stem}.${extension}` : `${stem}-${count}.${extension}`;
    try {
      // "wx" neither overwrites a file nor follows a link that waits under this name.
      return { name, handle: await open(path.join(folder, name), "wx", 0o644) };
    } catch (thrown) {
      if (codeOf(thrown) !== "EEXIST") throw thrown;
    }
  }
}

async function findFile(reach: Reach, name: string): Promise<Found> {
  for await (const found of find(reach, segmentsOf(name))) {
    const status = await existing(lstat(found.real), name);
    if (!status) continue;
    if (status.isDirectory()) throw new Problem(`"${name}" is a folder; name a file in it.`);
    // Asked before opening, and again after: merely opening a device can act, and a FIFO has no end.
    if (!status.isFile()) throw new Problem(`"${name}" is not a regular file, so it is not read.`);
    return found;
  }
  const names: string[] = [];
  for await (const entry of walk(reach, [], { depth: 4 })) {
    if (entry.kind === "file") names.push(entry.path);
    if (names.length === 100) break;
  }
  throw new Problem(
    `There is no file "${name}"; ${names.length > 0 ? `the files here are ${named(names)}` : "there are no files here yet"}.`,
  );
}

async function openUnfollowed(real: string, name: string): Promise<FileHandle> {
  const handle = await existing(open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK), name);
  if (!handle) throw new Problem(`"${name}" was replaced while it was being opened; try again.`);
  return handle;
}

/** A path that surely means the open file, or null when the open file is not the one that was found. */
async function provenPath(handle: FileHandle, { root, real }: Found): Promise<string | null> {
  const descriptor = `/proc/self/fd/${handle.fd}`;
  const actual = await existing(realpath(descriptor), descriptor);
  if (actual) return isInside(root, actual) ? descriptor : null;
  // Without /proc the name is resolved once more and must still be the same file.
  const again = await existing(realpath(real), real);
  if (!again || !isInside(root, again)) return null;
  const [opened, listed] = await Promise.all([handle.stat(), lstat(again)]);
  return opened.ino === listed.ino && opened.dev === listed.dev ? again : null;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
