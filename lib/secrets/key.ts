import "server-only";
import { hkdfSync, randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { env } from "#lib/core/env.ts";
import { AppError } from "#lib/core/errors.ts";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";

/** 32 bytes for one purpose, derived from the studio's key; the key itself leaves this file never. Throws `invalid_input`. */
export function deriveKey(purpose: "seal" | "sessions"): Buffer {
  return singleton(`key ${purpose}`, () => Buffer.from(hkdfSync("sha256", readKey(), "", `toolroom ${purpose}`, 32)));
}

function readKey(): Buffer {
  const text = env().TOOLROOM_KEY;
  if (text === undefined) return keyOfFile(path.join(env().data, "key"));
  return parseKey(text, "The environment variable TOOLROOM_KEY");
}

function parseKey(text: string, what: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, "hex") : Buffer.from(trimmed, "base64");
  if (key.length === 32 && /^[\w+/=-]+$/.test(trimmed)) return key;
  throw new AppError(
    "invalid_input",
    `${what} is not 32 bytes in base64 or hex; \`openssl rand -base64 32\` makes such a key.`,
  );
}

function keyOfFile(file: string): Buffer {
  try {
    const text = readIfThere(file) ?? createKeyFile(file);
    closeToOthers(file);
    return parseKey(text, `The key file ${file}`);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError("invalid_input", `The key file ${file} cannot be used: ${reason}.`, { cause: error });
  }
}

/** Written aside and linked into place, so that of two processes at once one wins and nobody reads half a key. */
function createKeyFile(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const handle = openSync(/* turbopackIgnore: true */ draft, "wx", 0o600);
  try {
    writeSync(handle, `${randomBytes(32).toString("base64")}\n`);
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    // Another process was first: its key is the key.
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8");
}

function closeToOthers(file: string): void {
  if ((statSync(file).mode & 0o077) === 0) return;
  chmodSync(file, 0o600);
  log.warn("other users of this machine could read the studio's key; its file is closed to them now", { file });
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
