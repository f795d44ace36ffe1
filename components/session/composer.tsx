"use client";

import { useTranslations } from "next-intl";
import { type DragEvent, useRef, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import { ComposerBar } from "./composer-bar.tsx";
import { MessageInput } from "./message-input.tsx";
import { useSessionPlace } from "./session-context.tsx";
import type { Suggestion } from "./suggestions.ts";
import { UploadList } from "./upload-list.tsx";
import { useSendMode } from "./use-send-mode.ts";
import type { useUploads } from "./use-uploads.ts";

type Props = {
  agentName: string;
  /** What answers, in a few words. */
  model: string;
  text: string;
  onText: (text: string) => void;
  uploads: ReturnType<typeof useUploads>;
  stopping: "no" | "asked";
  names: readonly Suggestion[];
  commands: readonly Suggestion[];
  onCommand: (name: string) => void;
};

/** Where a message is written, with its files, and where a run is stopped. */
export function Composer(props: Props) {
  const { agentName, model, text, onText, uploads, stopping, names, commands, onCommand } = props;
  const t = useTranslations("session.composer");
  const { store, going } = useSessionPlace();
  const [mode, setMode] = useSendMode();
  const [over, setOver] = useState<"over" | "away">("away");
  const input = useRef<HTMLTextAreaElement>(null);
  const reason = whyNot(text, uploads.uploads);

  function send() {
    if (reason !== null) return;
    const files = uploads.uploads.flatMap(({ state }) => (state.is === "ready" ? [state.file] : []));
    void store.send({ text, files, mode: going === "going" ? mode : "queue" });
    onText("");
    uploads.clear();
    input.current?.focus();
  }
  useShortcut("Escape", () => going === "going" && void store.stop());

  return (
    <section
      aria-label={t("region")}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver("over");
      }}
      onDragLeave={() => setOver("away")}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver("away");
        void uploads.add(event.dataTransfer.files);
      }}
      className={cn(
        "relative rounded-md border border-line-input bg-surface shadow-1 focus-within:border-accent focus-within:outline-1 focus-within:outline-accent",
        over === "over" && "border-accent bg-accent-soft",
      )}
    >
      <MessageInput
        input={input}
        label={t("label", { agent: agentName })}
        placeholder={t("placeholder", { agent: agentName })}
        text={text}
        onChange={onText}
        onSend={send}
        names={names}
        commands={commands}
        onCommand={onCommand}
        onFiles={(files) => void uploads.add(files)}
      />
      <UploadList uploads={uploads.uploads} onRemove={uploads.remove} />
      <ComposerBar
        model={model}
        mode={mode}
        onMode={setMode}
        stopping={stopping}
        reason={reason}
        onSend={send}
        onFiles={(files) => void uploads.add(files)}
      />
    </section>
  );
}

function whyNot(text: string, uploads: Props["uploads"]["uploads"]): "empty" | "uploading" | null {
  if (uploads.some(({ state }) => state.is === "sending")) return "uploading";
  return text.trim() === "" && !uploads.some(({ state }) => state.is === "ready") ? "empty" : null;
}
