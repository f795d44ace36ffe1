"use client";

import { CircleAlert, MessageSquareText, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { SessionState } from "#lib/agents/schema.ts";
import { Composer } from "./composer.tsx";
import { PersonForm } from "./person-form.tsx";
import { listRows } from "./rows.ts";
import { SentMessage } from "./sent-message.tsx";
import { useSessionPlace } from "./session-context.tsx";
import { ConversationSkeleton } from "./session-skeleton.tsx";
import type { SessionSnapshot } from "./session-store.ts";
import type { Standing } from "./standing.ts";
import { Thread } from "./thread.tsx";
import { type Command, useCommands } from "./use-commands.ts";
import { useDraft } from "./use-draft.ts";
import { useNames } from "./use-names.ts";
import { useUploads } from "./use-uploads.ts";
import { Busy } from "./wait-row.tsx";
import { WaitingMessages } from "./waiting-messages.tsx";

type Props = { session: SessionSnapshot; state: SessionState; standing: Standing };

/** The thread, and below it what waits and where to write. Whatever happened, one can go on writing. */
export function Conversation({ session, state, standing }: Props) {
  const t = useTranslations("session.composer");
  const { going, mayWrite, folder } = useSessionPlace();
  const [text, write] = useDraft(state.id);
  const uploads = useUploads(folder);
  const { commands, run } = useCommands(state);
  const rows = useMemo(() => listRows(session.transcript), [session.transcript]);
  const names = useNames(session.transcript, uploads.uploads);
  const { by, name, provider } = state.model;
  const sent = session.outbox.filter((outgoing) => outgoing.state !== "failed" && going === "still");
  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col">
      {rows.length === 0 && sent.length === 0 && going === "still" ? (
        <Nothing session={session} standing={standing} agentName={state.agentName} />
      ) : (
        <Thread
          rows={rows}
          sentId={session.outbox.at(-1)?.id ?? null}
          onContinue={going === "going" || !mayWrite ? null : () => run("continue")}
          tail={
            <div className="flex flex-col gap-2">
              <Between standing={standing} />
              {sent.map((outgoing) => (
                <SentMessage key={outgoing.id} outgoing={outgoing} />
              ))}
            </div>
          }
        />
      )}
      <div className="mx-auto w-full max-w-4xl shrink-0 px-6 pb-4 max-md:px-3 max-md:pb-3">
        <Problems session={session} />
        {mayWrite ? (
          <>
            {standing.is === "asked" && standing.by === "person" ? <PersonForm asked={askedOf(session)} /> : null}
            <WaitingMessages
              inputs={state.inputs}
              outbox={session.outbox}
              onTakeBack={(taken) => write(text.trim() === "" ? taken : `${text}\n${taken}`)}
            />
            <Composer
              agentName={state.agentName}
              model={by === "server" ? [name, provider].filter(Boolean).join(" · ") || t("teamDefault") : t(`by.${by}`)}
              text={text}
              onText={write}
              uploads={uploads}
              stopping={session.stopping === null ? "no" : "asked"}
              names={names}
              commands={commands}
              onCommand={(name) => run(name as Command)}
            />
          </>
        ) : null}
      </div>
    </section>
  );
}

/** What goes on that no row of the thread shows. */
function Between({ standing }: { standing: Standing }) {
  const t = useTranslations("session.wait");
  if (standing.is !== "queued" && standing.is !== "between") return null;
  return (
    <div className="pl-9.5 max-md:pl-0">
      <Busy since={null}>{t(standing.is)}</Busy>
    </div>
  );
}

function Nothing({ session, standing, agentName }: Omit<Props, "state"> & { agentName: string }) {
  const t = useTranslations("session.thread");
  if (session.connection === "refused") return <div className="flex-1" />;
  if (standing.is === "loading") {
    return (
      <div role="status" aria-label={t("loading")} className="flex flex-1">
        <ConversationSkeleton />
      </div>
    );
  }
  return (
    <div className="flex-1 overflow-y-auto">
      <EmptyState icon={MessageSquareText} title={t("empty")} description={t("emptyHint", { agent: agentName })} />
    </div>
  );
}

/** What keeps the page from being up to date, or an act from being done. */
function Problems({ session: { connection, problem } }: { session: SessionSnapshot }) {
  const t = useTranslations("session.connection");
  if (connection === "lost") {
    return (
      <p className="mb-1.5 flex items-center gap-2 rounded-sm bg-warn-soft px-2.5 py-1.5 text-warn-text">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {t("lost")}
      </p>
    );
  }
  if (!problem) return null;
  return (
    <p role="alert" className="mb-1.5 flex gap-2 rounded-sm bg-danger-soft px-2.5 py-1.5 text-danger-text">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        <SafeText text={problem.message ?? t("unreachable")} />
      </span>
    </p>
  );
}

function askedOf({ transcript: { cursor } }: SessionSnapshot): string {
  return `${cursor.position}.${cursor.seq}`;
}
