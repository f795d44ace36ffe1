import "server-only";
import { db } from "#lib/db/client.ts";
import { type CallableTool, toCallable } from "./tools.ts";

type Member = { teamId: string };

/** A tool of the team by its name, in its current version or in the one of that number; null when there is none. */
export async function findToolVersion(
  member: Member,
  { name, number }: { name: string; number: number | undefined },
): Promise<CallableTool | null> {
  const tool = await db().tool.findFirst({
    where: { name, teamId: member.teamId },
    include: { currentVersion: true, versions: { where: { number: number ?? -1 } } },
  });
  const version = number === undefined ? tool?.currentVersion : tool?.versions[0];
  return tool && version ? toCallable({ ...tool, currentVersion: version }) : null;
}

/** The team's tools in these versions, by the version's id; those that are gone are missing. */
export async function listToolVersions(
  member: Member,
  versionIds: readonly string[],
): Promise<Map<string, CallableTool>> {
  if (versionIds.length === 0) return new Map();
  const versions = await db().toolVersion.findMany({
    where: { id: { in: [...versionIds] }, tool: { teamId: member.teamId } },
    include: { tool: true },
  });
  return new Map(
    versions.map(({ tool, ...version }) => [version.id, toCallable({ ...tool, currentVersion: version })] as const),
  );
}
