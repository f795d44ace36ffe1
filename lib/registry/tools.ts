import "server-only";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseExact } from "#lib/core/exact/schema.ts";
import { db, type Tool, type ToolVersion } from "#lib/db/client.ts";
import { environmentOf } from "#lib/tools/environment.ts";
import { type ToolContract, ToolSettings } from "#lib/tools/schema.ts";
import { toConfigurationSummary } from "./configurations.ts";
import type { ToolDetail, ToolSummary } from "./schema.ts";
import { type CallStatistics, listCallStatistics, noCalls } from "./statistics.ts";
import { readToolFiles } from "./tool-files.ts";

type Member = { teamId: string };
type VersionedTool = Tool & { currentVersion: ToolVersion };
type Versioned = Pick<ToolVersion, "number" | "contract">;
type Callable = Pick<Tool, "id" | "name" | "builtin"> & { currentVersion: Versioned & { id: string } };
type CallableRow = Omit<Callable, "currentVersion"> & Versioned & { versionId: string };

/** What a call needs to know of a tool. */
export type CallableTool = {
  id: string;
  name: string;
  builtin: boolean;
  versionId: string;
  versionNumber: number;
  contract: ToolContract;
};

/** The team's tools by name. */
export async function listTools(member: Member): Promise<ToolSummary[]> {
  const [tools, statistics] = await Promise.all([
    db().tool.findMany({
      where: { teamId: member.teamId, currentVersionId: { not: null } },
      include: { currentVersion: true },
      orderBy: { name: "asc" },
    }),
    listCallStatistics(member),
  ]);
  return tools.filter(isVersioned).map((tool) => toSummary(tool, statistics.get(tool.id) ?? noCalls()));
}

/** All that a tool's page shows, of its current version or of another of its own. Throws `not_found`, also for another team's. */
export async function getTool(member: Member, name: string, versionId?: string): Promise<ToolDetail> {
  const tool = await inVersion(await findVersioned(member, { name }), versionId);
  const callable = toCallable(tool);
  const folder = toolFolder(member.teamId, callable);
  const [files, example, environment, configurations, statistics] = await Promise.all([
    readToolFiles(folder),
    readFile(path.join(folder, "example.json"), "utf8").catch(() => null),
    environmentOf(folder),
    db().configuration.findMany({ where: { toolId: tool.id, teamId: member.teamId }, orderBy: { name: "asc" } }),
    listCallStatistics(member),
  ]);
  const { id, state, problem, warnings } = environment;
  return {
    ...toSummary(tool, statistics.get(tool.id) ?? noCalls()),
    contract: callable.contract,
    versionId: callable.versionId,
    example,
    files,
    configurations: configurations.map((row) => toConfigurationSummary(callable.contract.userParameters, row)),
    environment: { id, state, problem, warnings },
  };
}

/** One tool for a call, in its current version or in another of its own, by one statement. Throws `not_found`, also for another team's. */
export async function findToolById(member: Member, id: string, versionId?: string): Promise<CallableTool> {
  const [row] = await db().$queryRaw<CallableRow[]>`
    SELECT tool.id, tool.name, tool.builtin, version.id AS "versionId", version.number, version.contract
    FROM "Tool" tool
      JOIN "ToolVersion" version ON version."toolId" = tool.id AND version.id = coalesce(${versionId ?? null}, tool."currentVersionId")
    WHERE tool.id = ${id} AND tool."teamId" = ${member.teamId}`;
  if (!row) throw toolNotFound({ id });
  const { number, contract, ...tool } = row;
  return toCallable({ ...tool, currentVersion: { id: row.versionId, number, contract } });
}

/** A tool with the row of its current version, to save the next one. Throws `not_found`. */
export async function findVersioned(member: Member, which: { id: string } | { name: string }): Promise<VersionedTool> {
  const tool = await db().tool.findFirst({
    where: { ...which, teamId: member.teamId },
    include: { currentVersion: true },
  });
  if (!tool || !isVersioned(tool)) throw toolNotFound(which);
  return tool;
}

async function inVersion(tool: VersionedTool, versionId: string | undefined): Promise<VersionedTool> {
  if (versionId === undefined) return tool;
  const version = await db().toolVersion.findFirst({ where: { id: versionId, toolId: tool.id } });
  if (!version) throw new AppError("not_found", `The tool "${tool.name}" has no such version.`);
  return { ...tool, currentVersion: version };
}

function toolNotFound(which: { id: string } | { name: string }): AppError {
  const said = "name" in which ? `named "${which.name.slice(0, 80)}"` : "with that id";
  return new AppError("not_found", `There is no tool ${said} in this team.`);
}

/** Deletes a tool of the team with all its versions and configurations; its runs stay. Throws `forbidden` for a built-in one. */
export async function deleteTool(member: Member, id: string): Promise<void> {
  const tool = await findVersioned(member, { id });
  if (tool.builtin) throw new AppError("forbidden", `"${tool.name}" is part of the catalogue and cannot be deleted.`);
  const versions = await db().toolVersion.findMany({ where: { toolId: id }, select: { id: true } });
  await db().tool.deleteMany({ where: { id, teamId: member.teamId } });
  for (const version of versions) {
    await rm(dataDirectory.version(member.teamId, version.id), { recursive: true, force: true });
  }
}

/** The folder of a tool's current version; a built-in tool runs where the studio keeps it. */
export function toolFolder(teamId: string, tool: Pick<CallableTool, "name" | "builtin" | "versionId">): string {
  if (tool.builtin) return path.join(dataDirectory.builtinTools(), tool.name);
  return path.join(dataDirectory.version(teamId, tool.versionId), "tools", tool.name);
}

function isVersioned(tool: Tool & { currentVersion: ToolVersion | null }): tool is VersionedTool {
  return tool.currentVersion !== null;
}

export function toCallable(tool: Callable): CallableTool {
  const { id, name, builtin, currentVersion } = tool;
  const saved = parseExact(currentVersion.contract) as ToolContract;
  // One that was saved before a setting existed has its default.
  const contract = { ...saved, settings: ToolSettings.parse(saved.settings) };
  return { id, name, builtin, versionId: currentVersion.id, versionNumber: currentVersion.number, contract };
}

function toSummary(tool: VersionedTool, statistics: CallStatistics): ToolSummary {
  const { contract, versionNumber } = toCallable(tool);
  return {
    id: tool.id,
    name: tool.name,
    description: contract.description,
    language: contract.language,
    builtin: tool.builtin,
    versionNumber,
    problem: contract.problem,
    updatedAt: tool.updatedAt.toISOString(),
    ...statistics,
  };
}
