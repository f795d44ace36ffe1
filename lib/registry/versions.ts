import "server-only";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { db, type Prisma, type ToolVersion } from "#lib/db/client.ts";
import { isTaken } from "#lib/db/taken.ts";
import { hashFolder } from "#lib/tools/contract.ts";
import type { ToolContract } from "#lib/tools/schema.ts";
import { prepareInBackground, readyContractOrSource } from "./prepare.ts";
import { type NewFile, writeToolFiles } from "./tool-files.ts";

type Author = { id: string; teamId: string };

/** Makes a tool of the files as its version 1. Throws `conflict` when the team has one of that name; then nothing is left. */
export async function createToolOf(member: Author, { name, files }: { name: string; files: readonly NewFile[] }) {
  const version = await stage(member, { name, files });
  const toolId = createId("tool");
  await keepOrRemove(version.workspace, () =>
    db().$transaction(async (tx) => {
      await tx.tool.create({ data: { id: toolId, teamId: member.teamId, name } });
      await addVersion(tx, toolId, { ...version, number: 1, createdBy: member.id });
    }),
  ).catch((error: unknown) => {
    throw isTaken(error)
      ? new AppError("conflict", `The team already has a tool named "${name}"; choose another name.`)
      : error;
  });
  prepareInBackground(version);
  return { id: toolId, name };
}

/**
 * Makes the next version of a tool. Answers with its number, the old one if nothing changed.
 * Throws `conflict` when `base` is no longer the current version, so that nobody's work is written over.
 */
export async function saveVersion(
  member: Author,
  tool: { id: string; name: string; currentVersion: ToolVersion },
  { base, files }: { base: string; files: readonly NewFile[] },
): Promise<number> {
  const version = await stage(member, { name: tool.name, files });
  if (version.contentHash === tool.currentVersion.contentHash) {
    await rm(version.workspace, { recursive: true, force: true });
    return tool.currentVersion.number;
  }
  const number = tool.currentVersion.number + 1;
  await keepOrRemove(version.workspace, () =>
    db().$transaction(async (tx) => {
      const { count } = await tx.tool.updateMany({
        where: { id: tool.id, teamId: member.teamId, currentVersionId: base },
        data: { updatedAt: new Date() },
      });
      if (count === 0)
        throw new AppError(
          "conflict",
          `Somebody else saved "${tool.name}" in between; reload to see their version, your text stays here.`,
        );
      await addVersion(tx, tool.id, { ...version, number, createdBy: member.id });
    }),
  );
  prepareInBackground(version);
  return number;
}

type Staged = { versionId: string; workspace: string; folder: string; contentHash: string; contract: ToolContract };

/** Writes the files where the version will live and reads its contract; on any failure nothing is left. */
async function stage(member: Author, { name, files }: { name: string; files: readonly NewFile[] }): Promise<Staged> {
  const versionId = createId("toolVersion");
  const workspace = dataDirectory.version(member.teamId, versionId);
  const folder = path.join(workspace, "tools", name);
  return keepOrRemove(workspace, async () => {
    // A crash half-way leaves a folder that no row knows and no version can be mistaken for.
    const making = `${workspace}.making`;
    await keepOrRemove(making, () => writeToolFiles(path.join(making, "tools", name), files));
    await rename(making, workspace);
    const contract = await readyContractOrSource(folder);
    return { versionId, workspace, folder, contentHash: await hashFolder(folder), contract };
  });
}

/** Adds a version and makes it the current one. */
export async function addVersion(
  tx: Prisma.TransactionClient,
  toolId: string,
  version: Pick<Staged, "versionId" | "contentHash" | "contract"> & { number: number; createdBy: string | null },
): Promise<void> {
  const { versionId, contentHash, contract, number, createdBy } = version;
  await tx.toolVersion.create({
    data: {
      id: versionId,
      toolId,
      number,
      contentHash,
      language: contract.language,
      description: contract.description.replaceAll("\0", ""),
      contract: JSON.stringify(contract),
      createdBy,
    },
  });
  await tx.tool.update({ where: { id: toolId }, data: { currentVersionId: versionId } });
}

async function keepOrRemove<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
