import type { AgentTeam } from "#components/agents/editing.tsx";
import { listAgents } from "#lib/agents/agents.ts";
import type { AgentTool } from "#lib/agents/schema.ts";
import { can, type Role } from "#lib/auth/schema.ts";
import { listFacts } from "#lib/providers/facts.ts";
import { listProviders } from "#lib/providers/providers.ts";
import { listToolChoices } from "#lib/registry/tool-choices.ts";

/** What an agent's form offers: the team's tools and providers, and which names are taken. */
export async function agentTeam(
  member: { teamId: string; role: Role },
  agent: { id: string; tools: readonly AgentTool[] } | null,
): Promise<AgentTeam> {
  const [tools, providers, agents] = await Promise.all([
    listToolChoices(member, agent?.tools ?? []),
    listProviders(member),
    listAgents(member),
  ]);
  return {
    tools,
    providers: providers.map(({ id, name, api, isDefault, defaultModel }) => ({
      ...{ id, name, api, isDefault, defaultModel },
    })),
    taken: agents.filter(({ id }) => id !== agent?.id).map(({ name }) => name),
    facts: listFacts(),
    mayAddProvider: can(member.role, "provider:write"),
  };
}
