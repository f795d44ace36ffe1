import "server-only";
import { createWriteStream } from "node:fs";
import { link, lstat, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { mediaTypeOf } from "#lib/core/media-type.ts";
import { db } from "#lib/db/client.ts";
import type { MessageFile } from "#lib/runs/agent-schema.ts";
import { type Artifact, openFile } from "#lib/runs/artifacts.ts";
import { sessionNotFound } from "./sessions.ts";

type Member = { teamId: string };

/** Keeps an uploaded file in the session's artifact directory, never over another, and says what it is called there. Throws `not_found`. */
export async function addFile(member: Member, sessionId: string, file: File): Promise<MessageFile> {
  const folder = await folderOf(member, sessionId);
  await mkdir(folder, { recursive: true });
  const making = path.join(folder, `.${createId("message")}.part`);
  try {
    await pipeline(Readable.fromWeb(file.stream() as never), createWriteStream(making, { flags: "wx" }));
    const name = await settleName(folder, { making, wanted: plainName(file.name) });
    return { name, mediaType: mediaTypeOf(name), bytes: file.size };
  } finally {
    await rm(making, { force: true });
  }
}

/** A file of a session, or its first `limit` bytes. Throws `not_found` for anything but a plain file inside its directory. */
export async function openSessionFile(
  member: Member,
  sessionId: string,
  which: { name: string; limit?: number },
): Promise<Artifact> {
  return openFile(await folderOf(member, sessionId), which, `Session ${sessionId} has no file "${which.name}".`);
}

/** What the files of a message are. Throws `invalid_input` that names one which is not there. */
export async function describeFiles(
  member: Member,
  sessionId: string,
  names: readonly string[],
): Promise<MessageFile[]> {
  if (names.length === 0) return [];
  const folder = await folderOf(member, sessionId);
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const found = file.startsWith(folder + path.sep) ? await lstat(file).catch(() => null) : null;
      if (!found?.isFile()) throw new AppError("invalid_input", `The session has no file "${name}"; attach it again.`);
      return { name, mediaType: mediaTypeOf(name), bytes: found.size };
    }),
  );
}

async function folderOf(member: Member, sessionId: string): Promise<string> {
  const found = await db().agentSession.count({ where: { id: sessionId, teamId: member.teamId } });
  if (found === 0) throw sessionNotFound(sessionId);
  return dataDirectory.artifacts(member.teamId, sessionId);
}

const LONGEST_NAME_BYTES = 180;

/** A name without a path, without control characters, not hidden, and no longer than file systems take. */
function plainName(name: string): string {
  const plain = path
    .basename(name.replaceAll("\\", "/"))
    .replaceAll(/\p{Cc}/gu, "")
    .replace(/^\.+/, "")
    .normalize("NFC")
    .toWellFormed()
    .trim();
  const { name: stem, ext } = path.parse(plain);
  const ending = Buffer.byteLength(ext) <= LONGEST_NAME_BYTES / 4 ? ext : "";
  let kept = "";
  for (const letter of stem) {
    if (Buffer.byteLength(kept + letter + ending) > LONGEST_NAME_BYTES) break;
    kept += letter;
  }
  return kept + ending || "file";
}

/** Of two files of one name that come at once, both stay. */
async function settleName(folder: string, { making, wanted }: { making: string; wanted: string }): Promise<string> {
  const { name: stem, ext } = path.parse(wanted);
  for (let number = 1; number <= 1000; number++) {
    const name = number === 1 ? wanted : `${stem}-${number}${ext}`;
    try {
      await link(making, path.join(folder, name));
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  throw new AppError("conflict", `There are a thousand files named ${wanted} in this session; rename yours.`);
}
