"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDuration } from "#components/ui/duration.tsx";
import type { RunView } from "#lib/runs/view.ts";
import { CopyButton } from "./copy-button.tsx";
import { TextView } from "./text/text-view.tsx";

/** What was asked of the tool: the arguments as they were sent, and the ids under which the log knows the call. */
export function CallPanel({ view }: { view: RunView }) {
  const t = useTranslations("run.call");
  const sent = view.call?.arguments;
  return (
    <div className="grid min-h-0 flex-1 @min-[560px]/run:grid-cols-[minmax(0,1fr)_300px]">
      <div className="flex min-h-0 min-w-0 flex-col">
        <div className="flex h-7 shrink-0 items-center px-4 text-12 text-ink-3">
          {t("arguments")}
          {sent ? <CopyButton text={() => sent} /> : null}
        </div>
        {sent ? (
          <TextView label={t("arguments")} text={sent} className="pt-0" />
        ) : (
          <p className="px-4 text-ink-3">{t("none")}</p>
        )}
      </div>
      <Facts view={view} />
    </div>
  );
}

function Facts({
  view: { runId, call, toolName, versionNumber, configurationName, startedAt, endedAt, ending },
}: {
  view: RunView;
}) {
  const t = useTranslations("run.call");
  const duration = useDuration();
  const format = useFormatter();
  const time = (at: string | null) => at && format.dateTime(new Date(at), { dateStyle: "short", timeStyle: "medium" });
  const facts: [label: string, fact: ReactNode][] = [
    [t("run"), runId && <code>{runId}</code>],
    [t("call"), call && <code>{call.id}</code>],
    [t("tool"), toolName && `${toolName}${versionNumber === null ? "" : ` v${versionNumber}`}`],
    [t("configuration"), configurationName],
    [t("started"), time(startedAt)],
    [t("ended"), time(endedAt)],
    [t("queue"), ending && duration(ending.timing.queueMs)],
    [t("boot"), ending && ending.timing.bootMs !== null && duration(ending.timing.bootMs)],
    [t("own"), ending && duration(ending.timing.runMs)],
  ];
  return (
    <dl className="grid min-h-0 auto-rows-min grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 overflow-y-auto border-l border-line px-4 py-2 text-12 @max-[560px]/run:border-l-0">
      {facts.map(([label, fact]) =>
        fact ? (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd className="truncate text-ink-2 [&_code]:text-12">{fact}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
