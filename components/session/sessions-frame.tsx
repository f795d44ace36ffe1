"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { SessionSummary } from "#lib/agents/schema.ts";
import type { SessionListActions } from "./actions.ts";
import { DeleteDialog, RenameDialog } from "./session-dialogs.tsx";
import { SessionList } from "./session-list.tsx";
import { SessionListContext, type SessionRequest } from "./session-list-context.tsx";
import { useSessions } from "./use-sessions.ts";

type Props = { sessions: SessionSummary[]; actions: SessionListActions; mayWrite: boolean; children: ReactNode };

/** The list of sessions with what is open beside it; where there is no room for both, one of them. */
export function SessionsFrame({ sessions: first, actions, mayWrite, children }: Props) {
  const here = usePathname();
  const list = useSessions(first, actions.find);
  const [request, setRequest] = useState<SessionRequest | null>(null);
  const done = () => setRequest(null);
  const archive = useArchive(actions.archive, list.reload);
  const { report } = list;
  const place = useMemo(
    () => ({
      report,
      ask: (next: SessionRequest) => (next.act === "archive" ? void archive(next.session) : setRequest(next)),
    }),
    [report, archive],
  );
  return (
    <SessionListContext value={place}>
      <div className="flex min-h-0 flex-1">
        <SessionList
          list={list}
          here={here}
          mayWrite={mayWrite}
          className={cn(here !== "/sessions" && "max-md:hidden")}
        />
        <div className={cn("flex min-w-0 flex-1 flex-col", here === "/sessions" && "max-md:hidden")}>{children}</div>
      </div>
      {request?.act === "rename" ? (
        <RenameDialog session={request.session} rename={actions.rename} onChanged={list.reload} onClose={done} />
      ) : null}
      {request?.act === "delete" ? (
        <DeleteDialog session={request.session} remove={actions.remove} onChanged={list.reload} onClose={done} />
      ) : null}
    </SessionListContext>
  );
}

function useArchive(archive: SessionListActions["archive"], reload: () => void) {
  const t = useTranslations("session.list");
  const router = useRouter();
  const say = useToast();
  const [act] = useState(() => async ({ id, archived }: SessionSummary) => {
    const changed = await archive({ sessionId: id, archived: !archived });
    if (!changed.ok) return say({ tone: "bad", title: changed.error.message });
    say({ tone: "ok", title: t(archived ? "unarchived" : "archived") });
    reload();
    router.refresh();
  });
  return act;
}
