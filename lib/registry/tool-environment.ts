import "server-only";
import { environmentOf, readEnvironmentLog } from "#lib/tools/environment.ts";
import { prepareInBackground } from "./prepare.ts";
import type { EnvironmentSummary } from "./schema.ts";
import { findToolById, toolFolder } from "./tools.ts";

type Member = { teamId: string };

/** A tool's environment with its build log from byte `after` on; `next` is where the following read begins. */
export async function readToolEnvironment(
  member: Member,
  { toolId, after }: { toolId: string; after: number },
): Promise<EnvironmentSummary & { log: string; next: number }> {
  const tool = await findToolById(member, toolId);
  const { id, state, problem, warnings } = await environmentOf(toolFolder(member.teamId, tool));
  const { text, next } = await readEnvironmentLog(id, after);
  return { id, state, problem, warnings, log: text, next };
}

/** Starts building it again, and reads the contract anew when it is there. */
export async function retryToolEnvironment(member: Member, toolId: string): Promise<void> {
  const tool = await findToolById(member, toolId);
  prepareInBackground({ versionId: tool.versionId, folder: toolFolder(member.teamId, tool) }, { retry: "failed" });
}
