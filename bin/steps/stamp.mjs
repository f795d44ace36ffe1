import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { requireWritable } from "./machine.mjs";

/**
 * A hash over the names and contents of files and folders. Those that `leaveOut` accepts by their path do not count, nor does what
 * Python leaves beside its sources when they are run.
 */
export function hashOf(root, entries, leaveOut = (_file) => false) {
  const hash = createHash("sha256");
  for (const file of entries.flatMap((entry) => listFiles(root, entry)).sort()) {
    if (!leaveOut(file))
      hash
        .update(`${file}\0`)
        .update(readFileSync(path.join(root, file)))
        .update("\0");
  }
  return hash.digest("hex");
}

/** Does the work unless the stamp says that it was done for just this state. Answers whether it was needed. */
export async function unlessStamped(stamp, state, work) {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return false;
  requireWritable(path.dirname(stamp), {
    purpose: "builds into",
    advice: "give this folder to your account, or copy it to one of yours, and start again",
  });
  await work();
  writeFileSync(stamp, state);
  return true;
}

function listFiles(root, entry) {
  const full = path.join(root, entry);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [entry];
  const names = readdirSync(full).filter((name) => name !== "__pycache__");
  return names.flatMap((name) => listFiles(root, path.join(entry, name)));
}
