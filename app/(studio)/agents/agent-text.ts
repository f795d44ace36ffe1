import type { AgentText } from "#components/agents/agent-draft.ts";
import type { AgentDetail } from "#lib/agents/schema.ts";

/** What was saved last of an agent for its page: its file is text, so that every digit of it arrives. */
export function agentText({ versionId, versionNumber, state, updatedAt, file }: AgentDetail): AgentText {
  return { versionId, versionNumber, state, savedAt: updatedAt, text: JSON.stringify(file, null, 2) };
}
