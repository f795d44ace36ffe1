import type { ReactNode } from "react";
import { ApprovalsProvider } from "#components/approvals/approvals-context.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { firstLine } from "#components/tools/tool-text.ts";
import { listAgents } from "#lib/agents/agents.ts";
import { listApprovals } from "#lib/agents/approvals/list.ts";
import { listSessions } from "#lib/agents/sessions.ts";
import { pageMember } from "#lib/auth/guard.ts";
import { listTools } from "#lib/registry/tools.ts";
import { signOutAction } from "../(auth)/actions.ts";

/** So many sessions are one key away. */
const RECENT = 8;

/** The frame of every signed-in page. Each page still asks for its member itself: a layout does not run again on every visit. */
export default async function StudioLayout({ children }: { children: ReactNode }) {
  const member = await pageMember("tool:read");
  const [tools, agents, sessions, approvals] = await Promise.all([
    listTools(member),
    listAgents(member),
    listSessions(member, {}),
    listApprovals(member),
  ]);
  const { teamName, name, email, role } = member;
  return (
    <ApprovalsProvider first={approvals}>
      <Shell
        account={{ team: teamName, name, email, role }}
        tools={tools.map((tool) => ({ name: tool.name, description: firstLine(tool.description) }))}
        agents={agents.map(({ id, name, description }) => ({ id, name, description: firstLine(description) }))}
        sessions={sessions.slice(0, RECENT).map(({ id, title, agentName }) => ({ id, title, agentName }))}
        signOut={signOutAction}
      >
        {children}
      </Shell>
    </ApprovalsProvider>
  );
}
