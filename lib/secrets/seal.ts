import "server-only";
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { AppError } from "#lib/core/errors.ts";
import { deriveKey } from "./key.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals a text with the studio's key (AES-256-GCM) as `v1.<key's mark>.<nonce, text and tag>`.
 * What it is sealed for, if given, must be named again to open it: a sealed text moved elsewhere stays shut.
 */
export function seal(text: string, purpose = ""): string {
  const key = deriveKey("seal");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  const head = `v1.${markOf(key)}`;
  cipher.setAAD(Buffer.from(`${head}.${purpose}`));
  const body = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${head}.${body.toString("base64url")}`;
}

/** The text again. Throws `invalid_input` when another key sealed it, and when it was changed or moved. */
export function open(sealed: string, purpose = ""): string {
  const key = deriveKey("seal");
  const [version, mark, encoded = ""] = sealed.split(".");
  if (version !== "v1")
    throw new AppError("invalid_input", "A sealed value is not in a form that this version can open.");
  if (mark !== markOf(key)) {
    const advice =
      "start the studio with the key that was in use then (TOOLROOM_KEY or the key file), or enter the value again";
    throw new AppError("invalid_input", `A sealed value was sealed with another key; ${advice}.`);
  }
  const body = Buffer.from(encoded, "base64url");
  try {
    const decipher = createDecipheriv(CIPHER, key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(`${version}.${mark}.${purpose}`));
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    return decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch (error) {
    throw new AppError("invalid_input", "A sealed value was changed after it was sealed; enter the value again.", {
      cause: error,
    });
  }
}

/** Tells keys apart without telling anything of the key. */
function markOf(key: Buffer): string {
  return createHash("sha256").update("mark").update(key).digest("hex").slice(0, 8);
}
