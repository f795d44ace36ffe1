import "server-only";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { AppError } from "#lib/core/errors.ts";
import { type Place, placeIn } from "./place.ts";
import { copyPrograms, findPrograms } from "./programs.ts";

/** Whom the server runs as; null for the person who started the studio. */
export type Account = { uid: number; gid: number } | null;

/** What it takes to run an embedded server: its place, its programs, and whom it runs as. */
export type Home = { place: Place; programs: string; account: Account };

const SHARED = "/var/lib/toolroom";
const NOBODY = 65534;

/**
 * Makes the folders of an embedded server. PostgreSQL refuses to run as root, so root lends it another account; what that
 * account cannot reach lives below /var/lib/toolroom instead, and a symbolic link stands where it would have been.
 */
export function prepareHome(folder: string): Home {
  const programs = findPrograms();
  if (process.getuid?.() !== 0) return { place: makePlace(folder, null), programs, account: null };
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o711 });
  const account = lendAccount(folder);
  const place = makePlace(reachableFolder(folder, account), account);
  const reached = canReach(programs, account) ? programs : copyPrograms(programs, SHARED);
  return { place, programs: reached, account };
}

function makePlace(folder: string, account: Account): Place {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const place = placeIn(folder);
  mkdirSync(place.socket, { recursive: true, mode: 0o700 });
  if (account) for (const own of [place.folder, place.socket]) lchownSync(own, account.uid, account.gid);
  refuseForeign(place.socket, account?.uid ?? process.getuid?.());
  return place;
}

/** A socket folder below /tmp may have been put there by somebody else, who would then be asked for our data. */
function refuseForeign(socket: string, uid: number | undefined): void {
  const found = lstatSync(socket);
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return;
  throw new AppError(
    "conflict",
    `The folder ${socket} belongs to somebody else or is open to others; remove it and start again.`,
  );
}

/** The owner of a cluster that is there already, else `postgres`, else `nobody`. */
function lendAccount(folder: string): { uid: number; gid: number } {
  const { cluster } = placeIn(folder);
  const owner = existsSync(cluster) ? statSync(cluster) : null;
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = accounts.find(([name]) => name === "postgres") ?? accounts.find(([name]) => name === "nobody");
  return { uid: Number(found?.[2] ?? NOBODY), gid: Number(found?.[3] ?? NOBODY) };
}

function canReach(folder: string, account: Account): boolean {
  return spawnSync("/bin/sh", ["-c", 'test -x "$0"', folder], { ...account, cwd: "/", stdio: "ignore" }).status === 0;
}

function reachableFolder(folder: string, account: { uid: number; gid: number }): string {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return claim(readlinkSync(folder), folder);
  if (canReach(path.dirname(folder), account)) return folder;
  if (found) {
    const reason = `PostgreSQL does not run as root, and the account it is lent (uid ${account.uid}) cannot reach it`;
    throw new AppError(
      "forbidden",
      `The database in ${folder} cannot be used: ${reason}; let others pass its parent folders.`,
    );
  }
  return claim(link(folder), folder);
}

/** The name is random: a new studio must not find the database of an older one that stood at the same path. */
function link(folder: string): string {
  try {
    symlinkSync(path.join(SHARED, randomBytes(8).toString("hex")), folder);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error; // another start was faster
  }
  return readlinkSync(folder);
}

/** A studio that was moved takes its database along; one that was copied must not use the original's. */
function claim(shared: string, folder: string): string {
  const record = path.join(shared, "owner");
  const owner = existsSync(record) ? readFileSync(record, "utf8") : folder;
  const inUse =
    owner !== folder && lstatSync(owner, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(owner) === shared;
  if (inUse) {
    throw new AppError(
      "conflict",
      `${folder} links to the database of ${owner}; remove the link to begin with an empty one.`,
    );
  }
  mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  mkdirSync(shared, { recursive: true, mode: 0o700 });
  writeFileSync(record, folder);
  return shared;
}
