"use client";
import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { FirstMessageBox } from "#components/session/first-message-box.tsx";
import { Button } from "#components/ui/button.tsx";
import type { SessionState } from "#lib/agents/schema.ts";
import type { Tried } from "./tried.ts";

type Props = { tried: Tried; onBegun: (trial: { state: SessionState; first: string }) => void };

/** The first message to an agent that is tried; what keeps it from being had is said here. */
export function TrialStart({ tried: { agentId, name, text: file, actions }, onBegun }: Props) {
  const t = useTranslations("agents.try");
  const [text, write] = useState("");
  const [state, setState] = useState<"ready" | "starting">("ready");
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === "";

  async function send() {
    if (isEmpty || state === "starting") return;
    setState("starting");
    const opened = await actions.openTrial({ agentId, text: file });
    setState("ready");
    setRefusal(opened.ok ? null : opened.error.message);
    if (opened.ok) onBegun({ state: opened.value, first: text });
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-y-auto p-3">
      <p className="text-ink-2">{t("hint")}</p>
      {refusal === null ? null : (
        <p role="alert" className="rounded-sm bg-danger-soft px-2.5 py-1.5 text-danger-text">
          <SafeText text={refusal} />
        </p>
      )}
      <FirstMessageBox
        input={input}
        label={t("message", { name })}
        placeholder={t("placeholder")}
        text={text}
        onChange={write}
        onSend={() => void send()}
      >
        <div className="flex justify-end px-2 pb-2">
          <Button
            size="sm"
            variant="primary"
            aria-disabled={isEmpty || state === "starting"}
            onClick={() => void send()}
          >
            <ArrowUp aria-hidden />
            {t("start")}
          </Button>
        </div>
      </FirstMessageBox>
    </div>
  );
}
