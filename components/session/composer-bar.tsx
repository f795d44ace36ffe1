"use client";

import { ArrowUp, Paperclip, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { SendMessage } from "#lib/agents/schema.ts";
import { useSessionPlace } from "./session-context.tsx";

type Props = {
  model: string;
  mode: SendMessage["mode"];
  onMode: (mode: SendMessage["mode"]) => void;
  stopping: "no" | "asked";
  /** Why nothing can be sent yet. */
  reason: "empty" | "uploading" | null;
  onSend: () => void;
  onFiles: (files: File[]) => void;
};

/** What can be done under a message: attach, say what it does to a run that goes on, stop that, send. */
export function ComposerBar({ model, mode, onMode, stopping, reason, onSend, onFiles }: Props) {
  const t = useTranslations("session.composer");
  const { store, going } = useSessionPlace();
  const picker = useRef<HTMLInputElement>(null);
  const sendWord = mode === "queue" ? "sendQueued" : "sendSteering";
  return (
    <div className="flex flex-wrap items-center gap-1 px-2 pb-2">
      <Button
        variant="ghost"
        size="sm"
        shape="square"
        aria-label={t("attach")}
        title={t("attach")}
        onClick={() => picker.current?.click()}
      >
        <Paperclip aria-hidden />
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles(Array.from(target.files ?? []));
          target.value = "";
        }}
      />
      <span className="mr-auto min-w-0 truncate px-1 text-12 text-ink-3">{model}</span>
      {going === "going" ? (
        <>
          <Segmented
            size="sm"
            label={t("whileRunning")}
            value={mode}
            onChange={onMode}
            options={[
              { value: "queue", label: t("queue") },
              { value: "steer", label: t("steer") },
            ]}
          />
          <Button size="sm" variant="danger" disabled={stopping === "asked"} onClick={() => void store.stop()}>
            <Square aria-hidden className="fill-current" />
            {t(stopping === "asked" ? "stopping" : "stop")}
            <Kbd keys="Escape" className="max-sm:hidden" />
          </Button>
        </>
      ) : null}
      <Button
        size="sm"
        shape="square"
        variant="primary"
        aria-label={t(going === "going" ? sendWord : "send")}
        title={reason === null ? t("sendHint") : t(`why.${reason}`)}
        aria-disabled={reason !== null}
        onClick={onSend}
      >
        <ArrowUp aria-hidden />
      </Button>
    </div>
  );
}
