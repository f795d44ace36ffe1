import "server-only";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "#lib/core/errors.ts";
import { openFile } from "#lib/runs/artifacts.ts";

/**
 * Copies files from one artifact directory into another, never over a file that is there, and answers with what each is called
 * there, by its name here. One that is gone is left out.
 */
export async function copyArtifacts(
  names: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<ReadonlyMap<string, string>> {
  const copied = new Map<string, string>();
  for (const name of new Set(names)) {
    const kept = await copyOne(name, { from, to });
    if (kept !== null) copied.set(name, kept);
  }
  return copied;
}

async function copyOne(name: string, { from, to }: { from: string; to: string }): Promise<string | null> {
  const { dir, name: stem, ext } = path.posix.parse(name);
  for (let number = 1; number <= 1000; number++) {
    const wanted = path.posix.join(dir, number === 1 ? stem + ext : `${stem}-${number}${ext}`);
    const file = await openFile(from, { name }, "").catch(() => null);
    if (!file) return null;
    const target = path.join(to, wanted);
    try {
      await mkdir(path.dirname(target), { recursive: true });
      await pipeline(Readable.fromWeb(file.stream as never), createWriteStream(target, { flags: "wx" }));
      return wanted;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  throw new AppError("conflict", `There are a thousand files named ${name} in this session; rename some.`);
}
