import "server-only";
import { dataDirectory } from "#lib/core/data-directory.ts";
import { AppError } from "#lib/core/errors.ts";
import { db } from "#lib/db/client.ts";
import { toolFolder } from "./tools.ts";

/**
 * The folder of a registered tool, for the command line: whoever has this machine's files needs no team.
 * Null when no team has it; throws `invalid_input` when several have.
 */
export async function findRegisteredTool(name: string): Promise<{ folder: string; workflowData: string } | null> {
  const tools = await db().tool.findMany({ where: { name, currentVersionId: { not: null } }, take: 2 });
  const [tool] = tools;
  if (!tool?.currentVersionId) return null;
  if (tools.length > 1) {
    throw new AppError(
      "invalid_input",
      `Several teams have a tool named ${name}; give the path of its folder instead.`,
    );
  }
  const folder = toolFolder(tool.teamId, { name, builtin: tool.builtin, versionId: tool.currentVersionId });
  return { folder, workflowData: dataDirectory.teamData(tool.teamId) };
}
