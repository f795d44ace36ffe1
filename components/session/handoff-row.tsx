"use client";

import { ArrowRight, Package } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import type { Line } from "#lib/runs/transcript.ts";
import type { Call } from "#lib/runs/turn.ts";
import { Disclosure } from "./disclosure.tsx";
import { HandoffTools } from "./handoff-tools.tsx";
import { InlineCode } from "./inline-code.tsx";
import { Rule } from "./rule.tsx";

type Props = { line: Extract<Line, { what: "handoff" }>; call: Call | null };

/** Who gave the conversation to whom, and below it what was given along and what was done about it. */
export const HandoffRow = memo(function HandoffRow({ line, call }: Props) {
  const t = useTranslations("session.handoff");
  const hasMore = call !== null && (call.payload !== null || Object.keys(call.helpers).length > 0);
  return (
    <div className="flex flex-col gap-1.5">
      <Rule>
        <AgentMark name={line.from} size="sm" />
        <b className="font-medium text-ink">{line.from}</b>
        <ArrowRight aria-label={t("handsOver")} className="size-4 text-code-literal" />
        <b className="font-medium text-ink">{line.to}</b>
        <AgentMark name={line.to} size="sm" />
      </Rule>
      {hasMore ? (
        <div className="ml-9.5 flex flex-col gap-1 max-md:ml-0">
          {call.payload === null ? null : (
            <Disclosure id={`payload ${call.key}`} icon={Package} label={t("payload")}>
              <InlineCode label={t("payload")} text={call.payload} />
            </Disclosure>
          )}
          <HandoffTools call={call} />
        </div>
      ) : null}
    </div>
  );
});
