"use client";

import { Hand } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { InlineCode } from "#components/session/inline-code.tsx";
import { useKept } from "#components/session/kept-state.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { ApprovalAnswer } from "#lib/agents/approvals/schema.ts";
import { ApprovalActs } from "./approval-acts.tsx";
import { ArgumentsEditor, type ReadSchema } from "./arguments-editor.tsx";
import type { Mode, Question } from "./question.ts";
import { sendDecision } from "./send-decision.ts";

type Props = {
  question: Question;
  readSchema: ReadSchema;
  /** Called when the decision counts. */
  onDecided?: () => void;
};

/** A call that a person has to decide on: what it would be given, which they may change, and the ways to decide. */
export function ApprovalForm({ question, readSchema, onDecided }: Props) {
  const t = useTranslations("approvals");
  const { runId, call, sessionId, name } = question;
  const key = `${runId}/${call}`;
  const [mode, setMode] = useKept<Mode>(`approval ${key}`, "look");
  const [edited, setEdited] = useKept(`edited ${key}`, question.arguments);
  const [reason, setReason] = useKept(`reason ${key}`, "");
  const [state, setState] = useState<"ready" | "sending" | "sent">("ready");
  const [problem, setProblem] = useState<string | null>(null);
  const title = useId();

  async function decide(decision: "approve" | "reject", scope: "call" | "session") {
    setState("sending");
    const isChanged = mode === "edit" && edited !== question.arguments;
    const answer: ApprovalAnswer =
      decision === "approve"
        ? { runId, call, decision, scope, ...(isChanged && { arguments: edited }) }
        : { runId, call, decision, ...(reason.trim() !== "" && { reason }) };
    const why = await sendDecision(sessionId, answer);
    setProblem(why && (why.message ?? t("unreachable")));
    setState(why ? "ready" : "sent");
    if (!why) onDecided?.();
  }

  return (
    <section aria-labelledby={title} className="border-t border-warn-line bg-warn-soft/40 px-2.5 py-2">
      <Head id={title} question={question} />
      <div className="my-2 rounded-sm border border-line bg-surface p-2">
        {mode === "edit" ? (
          <ArgumentsEditor question={question} text={edited} onChange={setEdited} readSchema={readSchema} />
        ) : (
          <InlineCode label={t("arguments", { name })} text={question.arguments} />
        )}
      </div>
      {mode === "reject" ? (
        <Textarea
          aria-label={t("reason")}
          placeholder={t("reason")}
          value={reason}
          maxLength={4000}
          onChange={({ target }) => setReason(target.value)}
          className="mb-2"
        />
      ) : null}
      {problem ? (
        <p role="alert" className="mb-2 text-danger-text">
          <SafeText text={problem} />
        </p>
      ) : null}
      <ApprovalActs
        name={name}
        mode={mode}
        onMode={setMode}
        state={state}
        mayEdit={!name.includes("/")}
        onDecide={(decision, scope) => void decide(decision, scope)}
      />
    </section>
  );
}

function Head({ id, question: { name, expiresAt } }: { id: string; question: Question }) {
  const t = useTranslations("approvals");
  const format = useFormatter();
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-13">
      <span id={id} className="flex items-center gap-1.5 font-medium text-warn-text">
        <Hand aria-hidden className="size-4 shrink-0" />
        {t("needed", { name })}
      </span>
      {expiresAt ? (
        <span className="text-12 text-ink-2">
          {t("until", { time: format.dateTime(new Date(expiresAt), { dateStyle: "medium", timeStyle: "short" }) })}
        </span>
      ) : null}
    </p>
  );
}
