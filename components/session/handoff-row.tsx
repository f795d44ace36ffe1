"use client";

import { ArrowRight, Funnel, Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import type { Filter, Line } from "#lib/runs/transcript.ts";
import type { Call } from "#lib/runs/turn.ts";
import { Disclosure } from "./disclosure.tsx";
import { HandoffTools } from "./handoff-tools.tsx";
import { InlineCode } from "./inline-code.tsx";
import { Rule } from "./rule.tsx";

type Props = { line: Extract<Line, { what: "handoff" }>; call: Call | null };

/** Who gave the conversation to whom, and below it what was given along and what was done about it. */
export const HandoffRow = memo(function HandoffRow({ line, call }: Props) {
  const t = useTranslations("session.handoff");
  return (
    <div className="flex flex-col gap-1.5">
      <Rule>
        <AgentMark name={line.from} size="sm" />
        <b className="font-medium text-ink">{line.from}</b>
        <ArrowRight aria-label={t("handsOver")} className="size-4 text-code-literal" />
        <b className="font-medium text-ink">{line.to}</b>
        <AgentMark name={line.to} size="sm" />
      </Rule>
      <div className="ml-9.5 flex flex-col gap-1 empty:hidden max-md:ml-0">
        {call && call.payload !== null ? (
          <Disclosure id={`payload ${call.key}`} icon={Package} label={t("payload")}>
            <InlineCode label={t("payload")} text={call.payload} />
          </Disclosure>
        ) : null}
        {call ? <HandoffTools call={call} /> : null}
        {line.filter ? <Filtered id={`filter ${line.key}`} filter={line.filter} /> : null}
      </div>
    </div>
  );
});

/** What the agent that takes over is shown, where the filter's name does not say it all. */
function Filtered({ id, filter: { by, messages = 0, summary, items } }: { id: string; filter: Filter }) {
  const t = useTranslations("session.handoff");
  const label = t(`filter.${by}`, { count: messages });
  const shown = summary ?? (items && JSON.stringify(items));
  if (shown === undefined) {
    return (
      <p className="flex items-center gap-1.5 text-13 text-ink-2">
        <Funnel aria-hidden className="size-3.5 shrink-0" />
        {label}
      </p>
    );
  }
  return (
    <Disclosure id={id} icon={Funnel} label={label}>
      {summary === undefined ? (
        <InlineCode label={label} text={shown} />
      ) : (
        <p className="max-h-72 overflow-y-auto text-13 whitespace-pre-wrap text-ink-2">
          <SafeText text={summary} />
        </p>
      )}
    </Disclosure>
  );
}
