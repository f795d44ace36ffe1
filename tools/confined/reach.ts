import { lstat, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { Problem } from "./problem.ts";

// The file tools share this folder by relative path although a tool folder is otherwise self-contained: the built-in
// catalogue always runs from the studio's own tree, and four copies of a boundary would be four boundaries.

/** Which of the two folders a file lies in. */
export type Place = "artifacts" | "data";

/** The folders that the file tools may reach; a file of an earlier one hides its namesake in a later one. */
export type Reach = readonly { place: Place; folder: string }[];

/** The artifact directory of this call and, when there is one, the team's data folder. */
export function reachOfCall(): Reach {
  const artifacts = process.env.SESSION_DIRECTORY || process.cwd();
  const data = process.env.WORKFLOW_DATA_DIRECTORY;
  return [{ place: "artifacts", folder: artifacts }, ...(data ? [{ place: "data" as const, folder: data }] : [])];
}

/** Something that exists inside the reach: its folder and its own path, both with every link resolved. */
export type Found = { place: Place; root: string; real: string };

/** What each folder of the reach has under this relative path, in order of precedence; a link that leads outside is a Problem. */
export async function* find(reach: Reach, segments: readonly string[]): AsyncGenerator<Found> {
  for (const { place, folder } of reach) {
    const root = await existing(realpath(folder), folder);
    const real = root && (await descend(root, segments));
    if (root && real) yield { place, root, real };
  }
}

/** The names on a relative path, in Unicode's composed form; an absolute path or ".." is a Problem. */
export function segmentsOf(text: string): string[] {
  const segments = text.normalize("NFC").split("/");
  const refuse = (reason: string) =>
    new Problem(
      `The path ${JSON.stringify(text)} ${reason}; give one relative to the folder, as list_directory shows it.`,
    );
  if (text.includes("\0")) throw refuse("contains a NUL character");
  if (path.isAbsolute(text) || path.win32.isAbsolute(text)) throw refuse("is absolute");
  if (segments.includes("..")) throw refuse('contains ".."');
  return segments.filter((segment) => segment !== "" && segment !== ".");
}

/** Whether a resolved path is the folder itself or lies below it. */
export function isInside(root: string, real: string): boolean {
  return real === root || real.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
}

/** The value of a file system call, or null when the thing does not exist; one that may not be read is a Problem. */
export async function existing<T>(work: Promise<T>, name: string): Promise<T | null> {
  try {
    return await work;
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === "EACCES" || code === "EPERM")
      throw new Problem(`"${path.basename(name)}" may not be read by this tool.`);
    if (code && ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"].includes(code)) return null;
    throw thrown;
  }
}

/** The code of a file system error, such as "ENOENT". */
export function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : undefined;
}

async function descend(root: string, segments: readonly string[]): Promise<string | null> {
  let current = root;
  for (const segment of segments) {
    const name = await nameOnDisk(current, segment);
    const next = name && (await existing(realpath(path.join(current, name)), name));
    if (!next) return null;
    if (!isInside(root, next))
      throw new Problem(`"${segments.join("/")}" leads outside the folder by a link, so it is not followed.`);
    current = next;
  }
  return current;
}

/** The name as the disk spells it: macOS and some archives write "한글.csv" in decomposed letters. */
async function nameOnDisk(folder: string, segment: string): Promise<string | null> {
  if (await existing(lstat(path.join(folder, segment)), segment)) return segment;
  if (segment === segment.normalize("NFD")) return null;
  const names = await existing(readdir(folder), folder);
  return names?.find((name) => name.normalize("NFC") === segment) ?? null;
}
