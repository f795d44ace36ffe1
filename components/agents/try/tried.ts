import type { SessionActions } from "#components/session/actions.ts";
import type { AgentActions } from "../actions.ts";

/** An agent's text as it is on its page, and what can be done with it there. */
export type Tried = {
  /** Null for an agent that was never saved. */
  agentId: string | null;
  name: string;
  text: string;
  actions: Pick<AgentActions, "openTrial" | "updateTrial">;
  sessions: SessionActions;
  /** What members are called, by their ids. */
  members: Readonly<Record<string, string>>;
};
