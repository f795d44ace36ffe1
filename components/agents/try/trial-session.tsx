"use client";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { ArtifactPanel } from "#components/run/artifact-panel.tsx";
import { sessionFolder } from "#components/run/previews/artifact-url.ts";
import type { Problem } from "#components/run/problem.ts";
import { Conversation } from "#components/session/conversation.tsx";
import { KeepState } from "#components/session/kept-state.tsx";
import { SessionAnnouncer } from "#components/session/session-announcer.tsx";
import { listArtifacts } from "#components/session/session-artifacts.ts";
import { SessionContext, type SessionPlace } from "#components/session/session-context.tsx";
import { isGoing, standingOf } from "#components/session/standing.ts";
import { useSession } from "#components/session/use-session.ts";
import { Dialog, DialogContent } from "#components/ui/dialog.tsx";
import type { SessionState } from "#lib/agents/schema.ts";
import type { Live } from "../canvas/live.tsx";
import { liveOf } from "./live-of.ts";
import type { Tried } from "./tried.ts";

type Props = { trial: { state: SessionState; first: string }; tried: Tried; onLive: (live: Live) => void };

/** The conversation that a draft is tried in: each message is answered by the newest text. */
export function TrialSession({ trial: { state: begun, first }, tried, onLive }: Props) {
  const { session, store } = useSession(begun, useNewestText(begun.id, tried));
  const state = session.state ?? begun;
  const standing = standingOf(session);
  const going: SessionPlace["going"] = isGoing(standing) ? "going" : "still";
  const artifacts = useMemo(() => listArtifacts(session.transcript), [session.transcript]);
  const [opened, open] = useState<string | null>(null);
  const { members, sessions: actions } = tried;
  const folder = sessionFolder(begun.id);
  const place = useMemo<SessionPlace>(() => {
    const of = { sessionId: begun.id, folder, artifacts, members, store, actions, going };
    return { ...of, mayWrite: true, openArtifact: open };
  }, [begun, folder, artifacts, members, store, actions, going]);
  useFirstMessage(() => void store.send({ text: first, files: [], mode: "queue" }));
  const live = liveOf(session.transcript, going);
  const tell = useEffectEvent(() => onLive(live));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says is the reason to say it
  useEffect(() => tell(), [live.agent, live.edge?.from, live.edge?.to, live.running]);

  return (
    <SessionContext value={place}>
      <KeepState>
        <SessionAnnouncer standing={standing} connection={session.connection} />
        <Conversation session={session} state={state} standing={standing} />
        {opened === null ? null : (
          <OpenedFile name={opened} folder={folder} artifacts={artifacts} onClose={() => open(null)} />
        )}
      </KeepState>
    </SessionContext>
  );
}

/** Gives the session the newest text before a message is sent; answers with why that cannot be. */
function useNewestText(sessionId: string, { agentId, text, actions }: Tried): () => Promise<Problem | null> {
  const newest = useRef(text);
  const kept = useRef(text);
  useEffect(() => {
    newest.current = text;
  });
  return async () => {
    const wanted = newest.current;
    if (kept.current === wanted) return null;
    const answer = await actions.updateTrial({ sessionId, agentId, text: wanted });
    if (!answer.ok) return answer.error;
    kept.current = wanted;
    return null;
  };
}

/** Once, also where React mounts twice to find faults. */
function useFirstMessage(send: () => void): void {
  const done = useRef(false);
  const begin = useEffectEvent(send);
  useEffect(() => {
    if (!done.current) begin();
    done.current = true;
  }, []);
}

type OpenedFileProps = {
  name: string;
  folder: string;
  artifacts: ReturnType<typeof listArtifacts>;
  onClose: () => void;
};

function OpenedFile({ name, folder, artifacts, onClose }: OpenedFileProps) {
  const t = useTranslations("agents.try");
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("file")} className="h-[70vh] w-[min(760px,calc(100vw-32px))]">
        <div className="flex h-full min-h-0 flex-col">
          <ArtifactPanel folder={folder} artifacts={artifacts} name={name} back={t("back")} onBack={onClose} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
