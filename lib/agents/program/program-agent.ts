import type { AgentDefinition } from "../schema.ts";

/** A function that an agent's model can call, as it is sent. */
export type ProgramFunction = {
  type: "tool" | "handoff" | "agent";
  /** The tool's name, or the agent's that is handed over to or asked. */
  of: string;
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: boolean;
};

/** An agent with its instructions as they are sent, but for their variables. */
export type ProgramAgent = { agent: AgentDefinition; functions: readonly ProgramFunction[] };
