import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

/**
 * Where this copy of the studio keeps everything: TOOLROOM_DATA, else a folder of its own among the account's data.
 * Never inside the copy: Next's build follows every link below it, and a tool's imports would find the studio's packages.
 */
export function dataFolder(root, env = process.env) {
  if (env.TOOLROOM_DATA) return path.resolve(env.TOOLROOM_DATA);
  const real = realpathSync(root);
  const name = `${path.basename(real)}-${createHash("sha256").update(real).digest("hex").slice(0, 8)}`;
  return path.join(env.XDG_DATA_HOME || path.join(homedir(), ".local", "share"), "toolroom", name);
}
