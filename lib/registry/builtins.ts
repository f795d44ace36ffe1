import "server-only";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { createId } from "#lib/core/ids.ts";
import { log } from "#lib/core/log.ts";
import { singleton } from "#lib/core/singleton.ts";
import { db } from "#lib/db/client.ts";
import { isTaken } from "#lib/db/taken.ts";
import { hashFolder } from "#lib/tools/contract.ts";
import type { ToolContract } from "#lib/tools/schema.ts";
import { prepareInBackground, readyContractOrSource } from "./prepare.ts";
import { loadToolFiles, type NewFile } from "./tool-files.ts";
import { addVersion } from "./versions.ts";

/** The folder of the catalogue that several of its tools import from. */
const SHARED = "confined";

/**
 * Brings the catalogue that the studio ships into a team: new tools, new versions of changed ones, and the sample data.
 * A tool that it no longer has is put aside with its configurations; one that cannot be read hinders none of the others.
 */
export async function registerBuiltins(teamId: string): Promise<void> {
  await seedData(teamId);
  const names = await listBuiltinNames();
  const gone = { teamId, builtin: true, name: { notIn: names } };
  await db().tool.updateMany({ where: gone, data: { currentVersionId: null } });
  for (const name of names) {
    await registerBuiltin(teamId, name).catch((error: unknown) => {
      // Another server that starts at the same time was quicker.
      if (isTaken(error)) return;
      log.error("a built-in tool could not be registered; the next start tries again", { tool: name, error });
    });
  }
}

/** The same for every team; the server does it at start. */
export async function registerBuiltinsEverywhere(): Promise<void> {
  const teams = await db().team.findMany({ select: { id: true } });
  for (const { id } of teams) await registerBuiltins(id);
}

/** The folders of the catalogue that hold a tool, by name. */
export async function listBuiltinNames(): Promise<string[]> {
  const entries = await readdir(dataDirectory.builtinTools(), { withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries.filter((entry) => entry.isDirectory())) {
    const files = await readdir(path.join(dataDirectory.builtinTools(), entry.name));
    if (files.includes("tool.ts") || files.includes("tool.py")) names.push(entry.name);
  }
  return names.sort();
}

/**
 * The files of a built-in tool as one that stands alone needs them: with a copy of the module that the catalogue shares,
 * and without the catalogue's own tests.
 */
export async function loadBuiltinFiles(name: string): Promise<NewFile[]> {
  const own = await loadWithoutTests(path.join(dataDirectory.builtinTools(), name));
  const files = own.map((file) => ({ ...file, content: importingFromInside(file.content) }));
  if (files.every((file, index) => file.content === own[index]?.content)) return own;
  const shared = await loadWithoutTests(sharedModule());
  return [...files, ...shared.map((file) => ({ ...file, path: `${SHARED}/${file.path}` }))];
}

async function loadWithoutTests(folder: string): Promise<NewFile[]> {
  const files = await loadToolFiles(folder);
  return files.filter(({ path: file }) => !/\.test\.ts$|^test-/.test(file));
}

function importingFromInside(content: Uint8Array): Uint8Array {
  const text = Buffer.from(content).toString("utf8");
  const changed = text.replaceAll(`"../${SHARED}/`, `"./${SHARED}/`);
  return changed === text ? content : Buffer.from(changed, "utf8");
}

async function registerBuiltin(teamId: string, name: string): Promise<void> {
  const folder = path.join(dataDirectory.builtinTools(), name);
  const tool = await db().tool.findFirst({
    where: { teamId, name },
    include: { currentVersion: true, versions: { orderBy: { number: "desc" }, take: 1 } },
  });
  // A team's own tool of that name came first and stays.
  if (tool && !tool.builtin) return;
  const contentHash = await hashBuiltin(folder);
  const known = tool?.currentVersion?.contentHash === contentHash ? tool.currentVersion : null;
  if (known && !isProvisional(known.contract)) return;
  const contract = await readOnce(folder, contentHash);
  const versionId = known?.id ?? createId("toolVersion");
  if (!known) {
    await db().$transaction(async (tx) => {
      const toolId = tool?.id ?? createId("tool");
      if (!tool) await tx.tool.create({ data: { id: toolId, teamId, name, builtin: true } });
      // Of several servers that start at once one goes on: to the others it is not the tool any more that they have read.
      const read = { id: toolId, currentVersionId: tool?.currentVersionId ?? null };
      const { count } = await tx.tool.updateMany({ where: read, data: { updatedAt: new Date() } });
      if (count === 0) return;
      const number = (tool?.versions[0]?.number ?? 0) + 1;
      await addVersion(tx, toolId, { versionId, contentHash, contract, number, createdBy: null });
    });
  }
  if (contract.readFrom === "source") prepareInBackground({ versionId, folder });
}

/** Reads the contracts of the whole catalogue ahead of the first team, whose owner then waits for none of it. */
export async function warmBuiltins(): Promise<void> {
  for (const name of await listBuiltinNames()) {
    const folder = path.join(dataDirectory.builtinTools(), name);
    await readOnce(folder, await hashBuiltin(folder));
  }
}

/** Every team gets the same catalogue: its contracts are read once in the life of the server. */
function readOnce(folder: string, contentHash: string): Promise<ToolContract> {
  const known = singleton("builtin-contracts", () => new Map<string, Promise<ToolContract>>());
  const reading = known.get(contentHash) ?? readyContractOrSource(folder);
  known.set(contentHash, reading);
  reading.catch(() => known.delete(contentHash));
  return reading;
}

/** Built-in tools share one module, which changes them too. */
async function hashBuiltin(folder: string): Promise<string> {
  const hashes = await Promise.all([hashFolder(folder), hashFolder(sharedModule())]);
  return createHash("sha256").update(hashes.join()).digest("hex");
}

function sharedModule(): string {
  return path.join(dataDirectory.builtinTools(), SHARED);
}

function isProvisional(contract: string): boolean {
  return (JSON.parse(contract) as ToolContract).readFrom === "source";
}

/** A team's data folder begins with the catalogue's real data set; what the team put there is never touched. */
async function seedData(teamId: string): Promise<void> {
  const target = dataDirectory.teamData(teamId);
  await mkdir(target, { recursive: true });
  await cp(dataDirectory.builtinData(), target, { recursive: true, force: false, errorOnExist: false });
}
