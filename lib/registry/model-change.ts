import "server-only";
import { structuredPatch } from "diff";
import { db } from "#lib/db/client.ts";
import { changesOf } from "#lib/tools/definition/changes.ts";
import { defineFunction } from "#lib/tools/definition/define.ts";
import type { ToolContract } from "#lib/tools/schema.ts";
import type { ModelChange } from "./schema.ts";
import { findVersioned, toCallable } from "./tools.ts";

const CONTEXT_LINES = 3;
/** Two texts that have nothing in common take long to compare, and the comparison would say nothing. */
const PATIENCE_MS = 300;

/**
 * What a model is told of a tool's current version otherwise than of the version before it; null when there is none before it.
 * Throws `not_found`, also for another team's.
 */
export async function findModelChange(member: { teamId: string }, toolId: string): Promise<ModelChange | null> {
  const tool = await findVersioned(member, { id: toolId });
  const earlier = await db().toolVersion.findFirst({
    where: { toolId, tool: { teamId: member.teamId }, number: { lt: tool.currentVersion.number } },
    orderBy: { number: "desc" },
  });
  if (!earlier) return null;
  const before = toldOf(tool.name, toCallable({ ...tool, currentVersion: earlier }).contract);
  const after = toldOf(tool.name, toCallable(tool).contract);
  const { number, createdAt } = earlier;
  return {
    from: { number, savedAt: createdAt.toISOString(), readFrom: before.readFrom },
    to: { number: tool.currentVersion.number, readFrom: after.readFrom },
    changes: changesOf(before, after),
    hunks: hunksOf(before.text, after.text),
  };
}

function toldOf(name: string, { description, toolParameters, readFrom }: ToolContract) {
  const { definition } = defineFunction({ name, description, parameters: toolParameters });
  return { definition, parameters: toolParameters, readFrom, text: `${JSON.stringify(definition, null, 2)}\n` };
}

function hunksOf(before: string, after: string): ModelChange["hunks"] {
  const names = ["", "", before, after, "", ""] as const;
  const patch = structuredPatch(...names, { context: CONTEXT_LINES, timeout: PATIENCE_MS });
  return patch?.hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, lines })) ?? null;
}
