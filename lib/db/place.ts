import "server-only";
import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { env } from "#lib/core/env.ts";

/** The kernel's limit for the path of a Unix socket, with its closing zero, is 108 bytes on Linux and 104 on macOS. */
const LONGEST_SOCKET_PATH = process.platform === "darwin" ? 103 : 107;
export const SOCKET_FILE = ".s.PGSQL.5432";
export const DATABASE_NAME = "toolroom";
export const DATABASE_USER = "toolroom";

/** Where an embedded server keeps its cluster, its log and its socket. */
export type Place = { folder: string; cluster: string; socket: string; log: string };

/** The database that this process talks to: a team's own, else the embedded one, whether it is running or not. */
export function databaseUrl(): string {
  return env().DATABASE_URL ?? socketUrl(placeIn(path.join(env().data, "postgres")), DATABASE_NAME);
}

/** The parts of an embedded server below a folder; a symbolic link is followed, and a long path gets a short socket. */
export function placeIn(folder: string): Place {
  const real = existsSync(folder) ? realpathSync(folder) : folder;
  return { folder: real, cluster: path.join(real, "cluster"), socket: socketFolder(real), log: path.join(real, "log") };
}

export function socketUrl({ socket }: Place, database: string): string {
  return `postgresql://${DATABASE_USER}@localhost/${database}?host=${encodeURIComponent(socket)}`;
}

function socketFolder(folder: string): string {
  const beside = path.join(folder, "socket");
  if (Buffer.byteLength(path.join(beside, SOCKET_FILE)) <= LONGEST_SOCKET_PATH) return beside;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return `/tmp/toolroom-${name}`;
}
