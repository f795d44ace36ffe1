import type { ReactNode } from "react";
import { Shell } from "#components/shell/shell.tsx";
import { firstLine } from "#components/tools/tool-text.ts";
import { pageMember } from "#lib/auth/guard.ts";
import { listTools } from "#lib/registry/tools.ts";
import { signOutAction } from "../(auth)/actions.ts";

/** The frame of every signed-in page. Each page still asks for its member itself: a layout does not run again on every visit. */
export default async function StudioLayout({ children }: { children: ReactNode }) {
  const member = await pageMember("tool:read");
  const tools = await listTools(member);
  const { teamName, name, email, role } = member;
  return (
    <Shell
      account={{ team: teamName, name, email, role }}
      tools={tools.map((tool) => ({ name: tool.name, description: firstLine(tool.description) }))}
      signOut={signOutAction}
    >
      {children}
    </Shell>
  );
}
