import type { Outcome } from "#lib/auth/guard.ts";
import type { AgentText } from "./agent-draft.ts";

/** An agent that is saved, or a new one. */
export type AgentSubject = { id: string; name: string; builtin: boolean } | "new";

/** What the list of agents can ask the server to do. */
export type AgentListActions = {
  create: (input: { text: string }) => Promise<Outcome<{ id: string }>>;
  duplicate: (input: { agentId: string }) => Promise<Outcome<{ id: string }>>;
  remove: (input: { agentId: string }) => Promise<Outcome<void>>;
};

/** What an agent's page can ask for. */
export type AgentActions = AgentListActions & {
  save: (input: { agentId: string; base: string; text: string }) => Promise<Outcome<AgentText>>;
  listModels: (input: { providerId: string }) => Promise<Outcome<string[]>>;
};
