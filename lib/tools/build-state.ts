import "server-only";
import { readFileSync } from "node:fs";
import { appendFile, open, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const BuildState = z.object({
  state: z.enum(["building", "ready", "failed"]),
  problem: z.string().nullable(),
  warnings: z.array(z.string()),
  /** Who builds: a process that is gone left a ruin, not a building site. */
  builder: z.object({ pid: z.number(), startedAt: z.string().nullable() }),
});

/** What an environment's folder says of its own build; `missing` also for one that was cut off. */
export type BuildState = {
  state: "missing" | "building" | "ready" | "failed";
  problem: string | null;
  warnings: string[];
};

const MISSING: BuildState = { state: "missing", problem: null, warnings: [] };

export async function readBuildState(directory: string): Promise<BuildState> {
  const parsed = BuildState.safeParse(readState(path.join(directory, "state.json")));
  if (!parsed.success) return MISSING;
  const { builder, ...state } = parsed.data;
  if (state.state !== "building") return state;
  const isAlive = (await startOf(builder.pid)) === builder.startedAt && exists(builder.pid);
  return isAlive ? state : MISSING;
}

/** Written whole or not at all. */
export async function writeBuildState(directory: string, state: BuildState): Promise<void> {
  const file = path.join(directory, "state.json");
  const builder = { pid: process.pid, startedAt: await startOf(process.pid) };
  await writeFile(`${file}.new`, JSON.stringify({ ...state, builder }));
  await rename(`${file}.new`, file);
}

export async function appendBuildLog(directory: string, text: string): Promise<void> {
  await appendFile(path.join(directory, "build.log"), text);
}

/** The log from a byte on, never ending within a character; `next` is where the following read begins. */
export async function readBuildLog(directory: string, from: number): Promise<{ text: string; next: number }> {
  const file = await open(path.join(directory, "build.log")).catch(() => null);
  if (!file) return { text: "", next: 0 };
  try {
    // A log that is shorter than what was read of it is that of a new build.
    const start = from > (await file.stat()).size ? 0 : from;
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(256 * 1024), position: start });
    const bytes = buffer.subarray(0, wholeCharacters(buffer, bytesRead));
    return { text: bytes.toString("utf8"), next: start + bytes.length };
  } finally {
    await file.close();
  }
}

function wholeCharacters(buffer: Buffer, length: number): number {
  let lead = length - 1;
  while (lead > 0 && length - lead < 4 && ((buffer[lead] ?? 0) & 0xc0) === 0x80) lead--;
  const first = buffer[lead] ?? 0;
  const needed = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return needed > length - lead ? lead : length;
}

/** Every call asks; to have another thread read it would cost more than the reading. */
function readState(file: string): unknown {
  try {
    return JSON.parse(readFileSync(/* turbopackIgnore: true */ file, "utf8"));
  } catch {
    // Not there, or cut off while it was written by an older version: as good as none.
    return null;
  }
}

/** When a process began, so that another one that got its number is not taken for it; null where that is not told. */
async function startOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return text?.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
