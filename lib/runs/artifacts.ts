import "server-only";
import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { mediaTypeOf } from "#lib/core/media-type.ts";
import { getRun } from "./history.ts";

/** A file that is being read; `sentBytes` is how much of its `bytes`. */
export type Artifact = { stream: ReadableStream<Uint8Array>; bytes: number; sentBytes: number; mediaType: string };

type Which = { name: string; limit?: number };

/** A file that a run left, or its first `limit` bytes. Throws `not_found` for anything but a plain file inside the run's directory. */
export async function openArtifact(member: { teamId: string }, runId: string, which: Which): Promise<Artifact> {
  await getRun(member, runId);
  const missing = `Run ${runId} left no file "${which.name}".`;
  return openFile(dataDirectory.artifacts(member.teamId, runId), which, missing);
}

/** A file in an artifact directory. Throws `not_found`, with these words, for anything but a plain file inside it. */
export async function openFile(written: string, { name, limit }: Which, words: string): Promise<Artifact> {
  const missing = new AppError("not_found", words);
  // Only what is above the directory may be a link: the tool could have put one in the directory's own place.
  const above = await realpath(path.dirname(written)).catch(() => path.dirname(written));
  const directory = path.join(above, path.basename(written));
  const real = await realpath(path.join(directory, name)).catch(() => "");
  if (!real.startsWith(directory + path.sep)) throw missing;
  // Without following a link that took its place in between, and without waiting for a FIFO's writer.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (!file) throw missing;
  const { size } = await plainFile(file, missing);
  const sentBytes = Math.min(size, limit ?? size);
  return { stream: toStream(file, sentBytes), bytes: size, sentBytes, mediaType: mediaTypeOf(name) };
}

async function plainFile(file: FileHandle, missing: AppError) {
  const stat = await file.stat();
  if (stat.isFile()) return stat;
  await file.close();
  throw missing;
}

function toStream(file: FileHandle, sentBytes: number): ReadableStream<Uint8Array> {
  if (sentBytes === 0) {
    void file.close();
    return new Blob([]).stream();
  }
  return Readable.toWeb(file.createReadStream({ start: 0, end: sentBytes - 1 })) as ReadableStream<Uint8Array>;
}
