"use client";

import { CornerUpLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { RunSnapshot } from "#components/run/run-store.ts";
import { Button } from "#components/ui/button.tsx";
import type { ToolActions } from "./actions.ts";
import type { CallOrigin } from "./origin.ts";

type Props = { origin: CallOrigin; run: RunSnapshot; sendBack: ToolActions["sendBack"] };

/** Sends what a run gave back to the session that the call is of, which goes on from there as a fork. */
export function SendBackBar({ origin: { call }, run, sendBack }: Props) {
  const t = useTranslations("playground.origin");
  const router = useRouter();
  const [state, setState] = useState<"ready" | "sending">("ready");
  const [refusal, setRefusal] = useState<string | null>(null);
  const { runId } = run;
  const hasResult = run.connection === "ended" && run.view.modelResult !== null && run.view.status !== "cancelled";
  const canSend = state === "ready" && hasResult && runId !== null;

  async function send() {
    if (!canSend) return;
    setState("sending");
    const { runId: callRun, turn, index } = call;
    const answer = await sendBack({ call: { runId: callRun, turn, index }, resultRunId: runId });
    if (answer.ok) return router.push(`/sessions/${answer.value.sessionId}`);
    setState("ready");
    setRefusal(answer.error.message);
  }

  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5">
      <Button size="sm" disabled={!canSend} onClick={() => void send()}>
        <CornerUpLeft aria-hidden />
        {t(state === "sending" ? "sending" : "send")}
      </Button>
      {refusal === null ? (
        <p className="min-w-40 flex-1 text-12 text-ink-3">{t(hasResult ? "sendHint" : "runFirst")}</p>
      ) : (
        <p role="alert" className="min-w-40 flex-1 text-12 text-danger-text">
          {refusal}
        </p>
      )}
    </div>
  );
}
