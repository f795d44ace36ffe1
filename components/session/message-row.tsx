"use client";

import { GitFork, Pencil } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import { CopyButton } from "#components/run/copy-button.tsx";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Message } from "#lib/runs/transcript.ts";
import { FileChip } from "./file-chip.tsx";
import { useKept } from "./kept-state.tsx";
import { createMessageId } from "./message-id.ts";
import { useSessionPlace } from "./session-context.tsx";

/** What a person said, and the ways to say it differently: in a copy of the session, so that nothing is lost. */
export const MessageRow = memo(function MessageRow({ message }: { message: Message }) {
  const t = useTranslations("session.message");
  const { openArtifact, members } = useSessionPlace();
  const author = members[message.author] ?? t("someone");
  const [edited, setEdited] = useKept<string | null>(`edit ${message.key}`, null);
  return (
    <article aria-label={t("by", { name: author })} className="group/row flex flex-col items-end gap-1">
      {edited === null ? (
        <div className="max-w-[min(78%,640px)] rounded-lg rounded-br-xs border border-line bg-sunken px-3 py-2 text-14 max-md:max-w-[92%]">
          {message.text === "" ? null : (
            <p className="whitespace-pre-wrap">
              <SafeText text={message.text} />
            </p>
          )}
          {message.files.length > 0 ? (
            <ul className="flex flex-wrap gap-1.5 not-first:mt-1.5">
              {message.files.map((file) => (
                <li key={file.name} className="min-w-0">
                  <FileChip file={file} onOpen={() => openArtifact(file.name)} />
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      ) : (
        <Editor message={message} text={edited} onChange={setEdited} />
      )}
      <div className="-mb-4 flex h-6 items-center gap-1 text-12 text-ink-3 opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:mb-0 pointer-coarse:opacity-100">
        {message.joined === "steer" ? <span>{t("steered")} ·</span> : null}
        <span>{author}</span>·<RelativeTime at={message.at} />
        <CopyButton text={() => message.text} show="icon" />
        {edited === null ? <ForkActs message={message} onEdit={() => setEdited(message.text)} /> : null}
      </div>
    </article>
  );
});

function ForkActs({ message, onEdit }: { message: Message; onEdit: () => void }) {
  const t = useTranslations("session.message");
  const { mayWrite } = useSessionPlace();
  const { fork, state } = useFork(message);
  if (!mayWrite) return null;
  return (
    <>
      <Button variant="ghost" size="sm" title={t("edit")} aria-label={t("edit")} onClick={onEdit}>
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="sm"
        title={t("fork")}
        aria-label={t("fork")}
        disabled={state === "asking"}
        onClick={() => void fork()}
      >
        <GitFork aria-hidden />
      </Button>
    </>
  );
}

type EditorProps = { message: Message; text: string; onChange: (text: string | null) => void };

function Editor({ message, text, onChange }: EditorProps) {
  const t = useTranslations("session.message");
  const { fork, state } = useFork(message);
  return (
    <form
      className="flex w-full max-w-160 flex-col gap-2 rounded-lg border border-line-strong bg-sunken p-2"
      onSubmit={(event) => {
        event.preventDefault();
        void fork(text);
      }}
    >
      <Textarea
        aria-label={t("editLabel")}
        autoFocus
        rows={3}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onChange(null);
        }}
        className="text-14"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-12 text-ink-2">{t("editHint")}</p>
        <Button size="sm" onClick={() => onChange(null)}>
          {t("cancel")}
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={text.trim() === "" || state === "asking"}>
          {t("sendFork")}
        </Button>
      </div>
    </form>
  );
}

function useFork({ messageId, files }: Message): { fork: (text?: string) => Promise<void>; state: "ready" | "asking" } {
  const router = useRouter();
  const say = useToast();
  const { sessionId, actions } = useSessionPlace();
  const [state, setState] = useState<"ready" | "asking">("ready");
  return {
    state,
    async fork(text) {
      setState("asking");
      const forked = await actions.fork({
        sessionId,
        messageId,
        ...(text === undefined
          ? {}
          : { message: { id: createMessageId(), text, files: files.map(({ name }) => name) } }),
      });
      setState("ready");
      if (forked.ok) router.push(`/sessions/${forked.value.sessionId}`);
      else say({ tone: "bad", title: forked.error.message });
    },
  };
}
