import "server-only";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { AppError } from "#lib/core/errors.ts";
import { isLeftOut } from "./schema.ts";
import { type NewFile, safePath, UPLOAD_LIMITS } from "./tool-files.ts";

/**
 * The files of a zip. Counts what really comes out, not what the archive claims, and stops at the first byte too many.
 * Throws `invalid_input` for a broken archive, a path that leads out or a link; `too_large` over the upload limits.
 */
export async function unpackZip(archive: Buffer): Promise<NewFile[]> {
  const files: NewFile[] = [];
  const room = { bytes: UPLOAD_LIMITS.totalBytes };
  try {
    const zip = await fromBufferPromise(archive, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      const path = checkEntry(entry);
      if (isLeftOut(path)) continue;
      if (files.length === UPLOAD_LIMITS.files) {
        throw new AppError(
          "too_large",
          `The zip holds more than the ${UPLOAD_LIMITS.files} files that a tool may have.`,
        );
      }
      files.push({ path, content: await inflate(zip, entry, room) });
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_input", `The zip cannot be read: ${reason(error)}; nothing was stored.`, {
      cause: error,
    });
  }
  return files;
}

function checkEntry(entry: Entry): string {
  if (entry.isEncrypted())
    throw new AppError("invalid_input", `"${entry.fileName}" in the zip is encrypted; zip it without a password.`);
  const unixMode = entry.externalFileAttributes >>> 16;
  if ((unixMode & 0o170000) === 0o120000) {
    throw new AppError(
      "invalid_input",
      `"${entry.fileName}" in the zip is a symbolic link; put the file itself there.`,
    );
  }
  return safePath(entry.fileName);
}

async function inflate(zip: ZipFile, entry: Entry, room: { bytes: number }): Promise<Buffer> {
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    room.bytes -= chunk.length;
    if (size > UPLOAD_LIMITS.fileBytes || room.bytes < 0) {
      throw new AppError(
        "too_large",
        `"${entry.fileName}" in the zip unpacks to more than the 32 MiB a file, or 64 MiB in all, that a tool may have.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, "") : "it is damaged";
}
