import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AgentList } from "#components/agents/agent-list.tsx";
import { listAgents } from "#lib/agents/agents.ts";
import { pageMember } from "#lib/auth/guard.ts";
import { can } from "#lib/auth/schema.ts";
import { listProviders } from "#lib/providers/providers.ts";
import { createAgentAction, deleteAgentAction, duplicateAgentAction } from "./actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("agents");
  return { title: t("title") };
}

export default async function AgentsPage() {
  const member = await pageMember("agent:read");
  const [agents, providers] = await Promise.all([listAgents(member), listProviders(member)]);
  return (
    <AgentList
      agents={agents}
      hasProvider={providers.length > 0}
      mayWrite={can(member.role, "agent:write")}
      actions={{ create: createAgentAction, duplicate: duplicateAgentAction, remove: deleteAgentAction }}
    />
  );
}
