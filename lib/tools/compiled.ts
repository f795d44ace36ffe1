import "server-only";
import { createHash } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/core/env.ts";

const MOST_FILES = 500;

/** Where what Node made of a TypeScript tool is kept: each tool has its own, so that none can change what another runs. */
export function compiledFolder(toolFolder: string): string {
  const name = createHash("sha256").update(toolFolder).digest("hex").slice(0, 32);
  return path.join(env().data, "compiled", name);
}

/** Makes it; one that has collected too much, from a tool that is being worked on, begins anew. */
export async function makeCompiledFolder(toolFolder: string): Promise<string> {
  const folder = compiledFolder(toolFolder);
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  if (files.length > MOST_FILES) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
