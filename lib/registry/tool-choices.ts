import "server-only";
import { db, type ToolVersion } from "#lib/db/client.ts";
import { defineFunction } from "#lib/tools/definition/define.ts";
import type { ToolChoice } from "./schema.ts";
import { toCallable } from "./tools.ts";

/**
 * The team's tools by name, as an agent may be given them. Whether a function is strict is worked out for each tool's current version
 * and for the `pinned` ones.
 */
export async function listToolChoices(
  member: { teamId: string },
  pinned: readonly { tool: string; version?: number | undefined }[],
): Promise<ToolChoice[]> {
  const { teamId } = member;
  const pins = pinned.flatMap(({ tool, version }) => (version === undefined ? [] : [{ name: tool, number: version }]));
  const [tools, kept] = await Promise.all([
    db().tool.findMany({
      where: { teamId, currentVersionId: { not: null } },
      include: {
        currentVersion: true,
        versions: { select: { number: true }, orderBy: { number: "desc" } },
        configurations: { select: { name: true }, orderBy: { name: "asc" } },
      },
      orderBy: { name: "asc" },
    }),
    db().toolVersion.findMany({
      where: { OR: pins.map(({ name, number }) => ({ number, tool: { name, teamId } })) },
    }),
  ]);
  return tools.flatMap(({ currentVersion, versions, configurations, ...tool }): ToolChoice[] => {
    if (!currentVersion) return [];
    const current = functionOf(tool, currentVersion);
    const strict = new Map([
      [currentVersion.number, current.strict],
      ...kept
        .filter(({ toolId }) => toolId === tool.id)
        .map((version) => [version.number, functionOf(tool, version).strict] as const),
    ]);
    return [
      {
        ...{ id: tool.id, name: tool.name, description: current.description, functionName: current.name },
        currentNumber: currentVersion.number,
        versions: versions.map(({ number }) => ({ number, strict: strict.get(number) ?? null })),
        configurations: configurations.map(({ name }) => name),
      },
    ];
  });
}

type Row = { id: string; name: string; builtin: boolean };

function functionOf(tool: Row, currentVersion: ToolVersion) {
  const { contract, name } = toCallable({ ...tool, currentVersion });
  const { description, toolParameters } = contract;
  return defineFunction({ name, description, parameters: toolParameters }).definition;
}
