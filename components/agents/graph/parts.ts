import type { AgentForm } from "../agent-form.ts";
import { withMember } from "../agent-form.ts";
import { moved } from "../file-agents.ts";
import type { PartKind } from "../selection.ts";

/** What a part of an agent is called: the agent or the tool that it names, a hosted tool's type, a guardrail's own name. */
export function partName(agent: AgentForm, { kind, index }: PartPlace): string {
  switch (kind) {
    case "handoffs":
    case "agentTools":
      return agent[kind][index]?.agent ?? "";
    case "tools":
      return agent.tools[index]?.tool ?? "";
    case "hostedTools":
      return agent.hostedTools[index]?.type ?? "";
    case "guardrails":
      return agent.guardrails[index]?.name ?? "";
  }
}

export type PartPlace = { kind: PartKind; index: number };

/** The agent's list without one of its members. */
export function withoutPart(agent: AgentForm, { kind, index }: PartPlace): Partial<AgentForm> {
  return { [kind]: agent[kind].filter((_, at) => at !== index) };
}

/** The agent's list with one of its members moved by some places. */
export function withPartMoved(agent: AgentForm, { kind, index, by }: PartPlace & { by: number }): Partial<AgentForm> {
  return { [kind]: moved<unknown>(agent[kind], { from: index, by }) };
}

/** The agent's list with a member of one part set, or taken away with undefined. */
export function withPartMember(
  agent: AgentForm,
  { kind, index }: PartPlace,
  [name, value]: readonly [string, unknown],
): Partial<AgentForm> {
  const list: readonly Record<string, unknown>[] = agent[kind];
  return { [kind]: list.map((part, at) => (at === index ? withMember(part, name, value) : part)) };
}
