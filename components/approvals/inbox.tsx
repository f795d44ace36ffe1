"use client";

import { Inbox as InboxIcon } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { KeepState } from "#components/session/kept-state.tsx";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import type { PendingApproval } from "#lib/agents/approvals/schema.ts";
import { ApprovalForm } from "./approval-form.tsx";
import { useApprovals } from "./approvals-context.tsx";
import type { ReadSchema } from "./arguments-editor.tsx";

type Props = { mayDecide: boolean; readSchema: ReadSchema };

/** All calls of the team that wait for a decision, the oldest first. */
export function Inbox({ mayDecide, readSchema }: Props) {
  const t = useTranslations("approvals");
  const { approvals, reload } = useApprovals();
  useEffect(reload, [reload]);
  return (
    <KeepState>
      <PageBar>
        <PageTitle>{t("title")}</PageTitle>
        <span className="text-ink-3">{approvals.length}</span>
      </PageBar>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {approvals.length === 0 ? (
          <EmptyState icon={InboxIcon} title={t("empty")} description={t("emptyHint")} />
        ) : (
          <ul aria-label={t("title")} className="mx-auto flex max-w-4xl flex-col gap-3 p-4 max-md:p-3">
            {approvals.map((approval) => (
              <li
                key={`${approval.runId}/${approval.call}`}
                className="overflow-hidden rounded-md border border-line-strong bg-surface"
              >
                <Head approval={approval} />
                {mayDecide ? (
                  <ApprovalForm question={approval} readSchema={readSchema} onDecided={reload} />
                ) : (
                  <p className="border-t border-line px-2.5 py-2 text-ink-2">{t("mayNot")}</p>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </KeepState>
  );
}

function Head({ approval: { sessionId, sessionTitle, agent, name, askedAt } }: { approval: PendingApproval }) {
  const t = useTranslations("approvals");
  return (
    <div className="flex h-10 min-w-0 items-center gap-2 px-2.5">
      <ToolIcon name={name} size="sm" />
      <span className="max-w-[40%] truncate font-medium">
        <SafeText text={name} />
      </span>
      <AgentMark name={agent} size="sm" />
      <span className="truncate text-12 text-ink-2 max-sm:sr-only">
        <SafeText text={agent} />
      </span>
      <Link
        href={`/sessions/${encodeURIComponent(sessionId)}`}
        className="min-w-0 flex-1 truncate text-right text-12 text-accent-text hover:underline"
      >
        <SafeText text={sessionTitle || t("untitled")} />
      </Link>
      <RelativeTime at={askedAt} className="shrink-0 text-12 text-ink-3" />
    </div>
  );
}
