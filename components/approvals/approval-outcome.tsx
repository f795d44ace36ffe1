"use client";

import { Check, Clock, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { InlineCode } from "#components/session/inline-code.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import type { Approval } from "#lib/runs/approval.ts";

type Props = { decided: NonNullable<Approval["decided"]>; members: Readonly<Record<string, string>> };

/** How a call was decided: by whom, when, and with which words or arguments. */
export function ApprovalOutcome({ decided, members }: Props) {
  const t = useTranslations("approvals");
  const { decision, by, at, reason, arguments: given, scope } = decided;
  const Icon = { approve: Check, reject: X, expired: Clock }[decision];
  const look = { approve: "text-ok-text", reject: "text-danger-text", expired: "text-warn-text" }[decision];
  const name = (by === null ? undefined : members[by]) ?? t("somebody");
  return (
    <div className="border-t border-line px-2.5 py-1.5 text-12 text-ink-2">
      <p className="flex flex-wrap items-center gap-x-1.5">
        <Icon aria-hidden className={`size-3.5 shrink-0 ${look}`} />
        <SafeText text={decision === "expired" ? t("expired") : t(`decided.${decision}`, { name })} />
        {scope === "session" ? <span>· {t("wasForSession")}</span> : null}
        <span aria-hidden>·</span>
        <RelativeTime at={at} className="text-ink-3" />
      </p>
      {reason === null ? null : (
        <p className="mt-0.5 wrap-anywhere">
          <SafeText text={reason} />
        </p>
      )}
      {given === null ? null : (
        <div className="mt-1">
          <p>{t("changed")}</p>
          <InlineCode label={t("changed")} text={given} />
        </div>
      )}
    </div>
  );
}
