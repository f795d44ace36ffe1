import type { AgentText } from "#components/agents/agent-draft.ts";
import type { AgentDetail } from "#lib/agents/schema.ts";

/** An agent's current version for the page: its file is text, so that every digit of it arrives. */
export function agentText({ versionId, versionNumber, file }: AgentDetail): AgentText {
  return { versionId, versionNumber, text: JSON.stringify(file, null, 2) };
}
