"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { sessionFolder } from "#components/run/previews/artifact-url.ts";
import { cn } from "#components/ui/class-names.ts";
import type { SessionState } from "#lib/agents/schema.ts";
import type { SessionActions } from "./actions.ts";
import { Conversation } from "./conversation.tsx";
import { KeepState } from "./kept-state.tsx";
import { SessionAnnouncer } from "./session-announcer.tsx";
import { isSameList, listArtifacts, type SessionArtifact } from "./session-artifacts.ts";
import { SessionBar } from "./session-bar.tsx";
import { SessionContext, type SessionPlace } from "./session-context.tsx";
import { useSessionList } from "./session-list-context.tsx";
import type { SessionSnapshot } from "./session-store.ts";
import { type PanelTab, SidePanel } from "./side-panel.tsx";
import { isGoing, standingOf } from "./standing.ts";
import { useSession } from "./use-session.ts";

type Props = {
  state: SessionState;
  members: Readonly<Record<string, string>>;
  actions: SessionActions;
  mayWrite: boolean;
};

/** One session: the conversation as it goes on, where to speak, and what else there is of it. */
export function SessionPage({ state: begun, members, actions, mayWrite }: Props) {
  const t = useTranslations("session.panel");
  const { session, store } = useSession(begun);
  const state = session.state ?? begun;
  const standing = standingOf(session);
  const going = isGoing(standing) ? "going" : "still";
  const artifacts = useArtifacts(session);
  const panel = usePanel();
  useReport(state);

  const { openArtifact } = panel;
  const place = useMemo<SessionPlace>(() => {
    const folder = sessionFolder(begun.id);
    return { sessionId: begun.id, folder, artifacts, members, store, actions, mayWrite, going, openArtifact };
  }, [begun, artifacts, members, store, actions, mayWrite, going, openArtifact]);

  return (
    <SessionContext value={place}>
      <KeepState>
        <SessionAnnouncer standing={standing} connection={session.connection} />
        <SessionBar session={session} state={state} panel={panel.state} onPanel={panel.toggle} />
        <div className="relative flex min-h-0 flex-1">
          <Conversation session={session} state={state} standing={standing} />
          <aside
            aria-label={t("region")}
            className={cn(
              "flex min-h-0 w-100 shrink-0 flex-col border-l border-line bg-surface max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-xl:z-(--z-panel) max-xl:w-[min(420px,100%)] max-xl:shadow-3",
              panel.state === "closed" && "hidden",
              panel.state === "unset" && "max-xl:hidden",
            )}
          >
            <SidePanel
              session={session}
              artifacts={artifacts}
              tab={panel.tab}
              onTab={panel.show}
              opened={panel.opened}
              onOpen={panel.look}
              onClose={() => panel.toggle("closed")}
            />
          </aside>
        </div>
      </KeepState>
    </SessionContext>
  );
}

/** The same list for as long as it says the same, so that what shows files is not drawn with every word. */
function useArtifacts({ transcript }: SessionSnapshot): readonly SessionArtifact[] {
  const artifacts = listArtifacts(transcript);
  const [kept, keep] = useState<readonly SessionArtifact[]>(artifacts);
  if (isSameList(kept, artifacts)) return kept;
  keep(artifacts);
  return artifacts;
}

/** "unset" shows the panel where there is room for it beside the conversation. */
function usePanel() {
  const [state, toggle] = useState<"unset" | "open" | "closed">("unset");
  const [tab, show] = useState<PanelTab>("artifacts");
  const [opened, look] = useState<string | null>(null);
  const [openArtifact] = useState(() => (name: string) => {
    look(name);
    show("artifacts");
    toggle("open");
  });
  return { state, toggle, tab, show, opened, look, openArtifact };
}

/** Keeps the list beside the page up to date. */
function useReport(state: SessionState): void {
  const { report } = useSessionList();
  useEffect(() => report(state), [report, state]);
}
