"use client";

import { useTranslations } from "next-intl";
import { ApprovalForm } from "#components/approvals/approval-form.tsx";
import { ApprovalOutcome } from "#components/approvals/approval-outcome.tsx";
import { useApprovals } from "#components/approvals/approvals-context.tsx";
import type { Call } from "#lib/runs/turn.ts";
import { useSessionPlace } from "./session-context.tsx";

/** What people are asked about a call, for whoever may decide, and afterwards how it was decided. */
export function CallApproval({ call }: { call: Call }) {
  const t = useTranslations("approvals");
  const { sessionId, members, mayWrite, actions } = useSessionPlace();
  const { reload } = useApprovals();
  const { approval, runId, within, turn, index, name } = call;
  if (!approval) return null;
  if (approval.decided) return <ApprovalOutcome decided={approval.decided} members={members} />;
  if (call.state !== "waiting") return null;
  if (!mayWrite) return <p className="border-t border-line px-2.5 py-2 text-ink-2">{t("mayNot")}</p>;
  const place = `${within === null ? "" : `${within}/`}${turn}.${index}`;
  const { arguments: given, expiresAt } = approval;
  return (
    <ApprovalForm
      question={{ runId, call: place, sessionId, name, arguments: given, expiresAt }}
      readSchema={actions.argumentsSchema}
      onDecided={reload}
    />
  );
}
