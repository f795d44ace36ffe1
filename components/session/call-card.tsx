"use client";

import { Check, ChevronRight, CircleDashed, CircleSlash, Hand, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useMemo } from "react";
import { summariseParameters } from "#components/run/parameter-summary.ts";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { useElapsed } from "#components/run/use-elapsed.ts";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { cn } from "#components/ui/class-names.ts";
import { useDuration } from "#components/ui/duration.tsx";
import { Pip } from "#components/ui/pip.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import type { PinnedTool } from "#lib/runs/agent-schema.ts";
import type { RunPart } from "#lib/runs/transcript.ts";
import type { Call } from "#lib/runs/turn.ts";
import { CallApproval } from "./call-approval.tsx";
import { CallBody } from "./call-body.tsx";
import { useKept } from "./kept-state.tsx";

type Props = {
  call: Call;
  tool: PinnedTool | undefined;
  /** The conversation of the agent that it asks. */
  asked: RunPart | null;
};

/**
 * One call: what is called and with what, how it stands and how long it took; it opens to everything about it. One that asks an
 * agent stands open while that works.
 */
export const CallCard = memo(function CallCard({ call, tool, asked }: Props) {
  const t = useTranslations("session.calls");
  const [chosen, setState] = useKept<"open" | "closed" | null>(`call ${call.key}`, null);
  const state = chosen ?? (asked !== null && call.state === "running" ? "open" : "closed");
  const said = useMemo(() => summariseParameters(call.arguments), [call.arguments]);
  return (
    <li>
      <button
        type="button"
        aria-expanded={state === "open"}
        onClick={() => setState(state === "open" ? "closed" : "open")}
        className="flex h-9 w-full min-w-0 items-center gap-2 pr-2.5 pl-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <ChevronRight aria-hidden className={cn("size-3.5 shrink-0 text-ink-3", state === "open" && "rotate-90")} />
        {asked?.agent ? (
          <AgentMark name={asked.agent} size="sm" />
        ) : (
          <ToolIcon name={tool?.toolName ?? call.name} size="sm" />
        )}
        <span className="max-w-[45%] shrink-0 truncate font-medium">
          <SafeText text={call.name || t("unnamed")} />
        </span>
        <span className="min-w-0 flex-1 truncate text-ink-2">
          {call.view.failure && call.state === "failed" ? (
            <span className="text-danger-text">
              <SafeText text={call.view.failure.message} />
            </span>
          ) : (
            <SafeText text={said} />
          )}
        </span>
        <Standing call={call} />
        {tool?.versionNumber ? (
          <span className="shrink-0 text-12 text-ink-3 @max-[420px]/calls:hidden">
            {t("version", { number: tool.versionNumber })}
          </span>
        ) : null}
      </button>
      <CallApproval call={call} />
      {state === "open" ? <CallBody call={call} tool={tool} asked={asked} /> : null}
    </li>
  );
});

function Standing({ call }: { call: Call }) {
  const t = useTranslations("session.calls.state");
  const Icon = ICONS[call.state];
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-12 text-ink-3">
      {Icon ? <Icon aria-hidden className={cn("size-3.5", LOOKS[call.state])} /> : <Pip tone="run" />}
      <span className={call.state === "returned" ? "sr-only" : LOOKS[call.state]}>{t(call.state)}</span>
      <Time call={call} />
    </span>
  );
}

const ICONS = {
  returned: Check,
  failed: X,
  stopped: CircleSlash,
  asked: CircleDashed,
  waiting: Hand,
  running: null,
  coming: null,
};
const LOOKS: Partial<Record<Call["state"], string>> = {
  returned: "text-ok-text",
  failed: "text-danger-text",
  waiting: "text-warn-text",
  running: "text-accent-text",
};

function Time({ call: { state, startedAt, view } }: { call: Call }) {
  const duration = useDuration();
  const elapsed = useElapsed(state === "running" && startedAt ? Date.parse(startedAt) : null);
  if (elapsed !== null) return <span>{duration(elapsed)}</span>;
  const timing = view.ending?.timing;
  // Of a call that nothing ran for there is no time; one that asks an agent took as long as that.
  if (!timing || (view.ending?.backEnd === null && timing.runMs === 0)) return null;
  return <span>{duration(timing.queueMs + timing.runMs)}</span>;
}
