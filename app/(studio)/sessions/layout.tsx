import type { ReactNode } from "react";
import { SessionsFrame } from "#components/session/sessions-frame.tsx";
import { listSessions } from "#lib/agents/sessions.ts";
import { pageMember } from "#lib/auth/guard.ts";
import { can } from "#lib/auth/schema.ts";
import { archiveSessionAction, deleteSessionAction, findSessionsAction, renameSessionAction } from "./actions.ts";

/** The list of sessions stays in place while one goes from one to another; it keeps itself up to date. */
export default async function SessionsLayout({ children }: { children: ReactNode }) {
  const member = await pageMember("session:read");
  return (
    <SessionsFrame
      sessions={await listSessions(member, {})}
      mayWrite={can(member.role, "session:write")}
      actions={{
        find: findSessionsAction,
        rename: renameSessionAction,
        archive: archiveSessionAction,
        remove: deleteSessionAction,
      }}
    >
      {children}
    </SessionsFrame>
  );
}
