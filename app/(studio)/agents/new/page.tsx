import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AgentPage } from "#components/agents/agent-page.tsx";
import { NEW_AGENT } from "#components/agents/new-agent.ts";
import { pageMember } from "#lib/auth/guard.ts";
import { memberNames } from "#lib/auth/members.ts";
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

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("agents");
  return { title: t("new") };
}

/** A new agent is an agent's page that nothing was saved of. */
export default async function NewAgentPage() {
  const member = await pageMember("agent:write");
  return (
    <AgentPage
      agent="new"
      version={NEW_AGENT}
      team={await agentTeam(member, null)}
      versions={[]}
      members={await memberNames(member)}
      mayWrite
      openTab={null}
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
