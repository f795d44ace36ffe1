import { createAgent } from "#lib/agents/agents.ts";
import { publishAgent } from "#lib/agents/publish.ts";
import type { AgentDetail, AgentFile } from "#lib/agents/schema.ts";

/** Adds an agent that sessions can begin with. */
export async function createPublishedAgent(
  member: { id: string; teamId: string },
  file: AgentFile,
): Promise<AgentDetail> {
  const { id, versionId } = await createAgent(member, file);
  return publishAgent(member, id, { base: versionId, note: "" });
}
