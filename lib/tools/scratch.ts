import "server-only";
import { realpath, rm } from "node:fs/promises";
import type { SandboxLevel } from "#lib/runs/schema.ts";
import { temporaryFolder } from "./launcher.ts";

/** In namespaces every call has the same place for it, and nobody else sees it. */
export const SCRATCH_APART = "/tmp/toolroom";

/** Runs something with an empty folder of its own, which is gone when it ends; in namespaces it is in memory, and theirs to make. */
export async function withScratch<T>(level: SandboxLevel, run: (folder: string) => Promise<T>): Promise<T> {
  if (level === "namespaces") return run(SCRATCH_APART);
  const folder = await realpath(await temporaryFolder());
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
