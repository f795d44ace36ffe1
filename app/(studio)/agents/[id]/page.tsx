import type { Metadata } from "next";
import { cache } from "react";
import { AgentPage } from "#components/agents/agent-page.tsx";
import { getAgent } from "#lib/agents/agents.ts";
import { listVersions } from "#lib/agents/publish.ts";
import { pageMember } from "#lib/auth/guard.ts";
import { memberNames } from "#lib/auth/members.ts";
import { can } from "#lib/auth/schema.ts";
import { orNotFound } from "../../../or-not-found.ts";
import { sessionActions } from "../../sessions/session-actions.ts";
import {
  createAgentAction,
  deleteAgentAction,
  describeAgentsAction,
  duplicateAgentAction,
  listModelsAction,
  openTrialAction,
  publishAgentAction,
  readAgentVersionAction,
  rollBackAgentAction,
  saveAgentAction,
  updateTrialAction,
} from "../actions.ts";
import { agentTeam } from "../agent-team.ts";
import { agentText } from "../agent-text.ts";

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ tab?: string | string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await read((await params).id)).agent.name };
}

/** One agent; `?tab=file` opens it as a file, `?tab=versions` what was published of it. */
export default async function Page({ params, searchParams }: Props) {
  const { member, agent } = await read((await params).id);
  const { tab } = await searchParams;
  const { id, name, builtin, file } = agent;
  return (
    <AgentPage
      key={id}
      agent={{ id, name, builtin }}
      version={agentText(agent)}
      team={await agentTeam(member, { id, tools: file.tools })}
      versions={await listVersions(member, id)}
      members={await memberNames(member)}
      mayWrite={can(member.role, "agent:write")}
      openTab={typeof tab === "string" ? tab : null}
      sessions={sessionActions}
      actions={{
        create: createAgentAction,
        save: saveAgentAction,
        publish: publishAgentAction,
        rollBack: rollBackAgentAction,
        readVersion: readAgentVersionAction,
        duplicate: duplicateAgentAction,
        remove: deleteAgentAction,
        describe: describeAgentsAction,
        listModels: listModelsAction,
        openTrial: openTrialAction,
        updateTrial: updateTrialAction,
      }}
    />
  );
}

const read = cache(async (id: string) => {
  const member = await pageMember("agent:read");
  return { member, agent: await getAgent(member, id).catch(orNotFound) };
});
