import type { SessionState } from "#lib/agents/schema.ts";
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

/** An agent's functions; a definition is JSON as it is sent. */
export type DescribedAgent = {
  name: string;
  functions: { type: "tool" | "handoff" | "agent"; name: string; strict: boolean; definition: string }[];
};

/** What an agent's page can ask for. */
export type AgentActions = AgentListActions & {
  /** Keeps a draft. */
  save: (input: { agentId: string; base: string; text: string }) => Promise<Outcome<AgentText>>;
  publish: (input: { agentId: string; base: string; note: string }) => Promise<Outcome<AgentText>>;
  rollBack: (input: { agentId: string; number: number; base: string; note: string }) => Promise<Outcome<AgentText>>;
  /** The file of a published version, as text. */
  readVersion: (input: { agentId: string; number: number }) => Promise<Outcome<string>>;
  /** Begins a session with the text, which need not be saved. */
  openTrial: (input: { agentId: string | null; text: string }) => Promise<Outcome<SessionState>>;
  updateTrial: (input: { sessionId: string; agentId: string | null; text: string }) => Promise<Outcome<void>>;
  /** What the models of a file's agents are told of handoffs and of agents to ask. */
  describe: (input: { text: string }) => Promise<Outcome<DescribedAgent[]>>;
  listModels: (input: { providerId: string }) => Promise<Outcome<string[]>>;
};
