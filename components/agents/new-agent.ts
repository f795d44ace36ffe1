import type { AgentText } from "./agent-draft.ts";

/** What a new agent's page begins with. */
export const NEW_AGENT: AgentText = {
  versionId: "",
  versionNumber: null,
  state: "draft",
  savedAt: "",
  text: JSON.stringify({ name: "", instructions: "", tools: [] }, null, 2),
};
