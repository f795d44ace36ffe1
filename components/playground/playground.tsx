"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { History } from "#components/run/history.tsx";
import { RunPanel } from "#components/run/run-view.tsx";
import type { SnippetUser } from "#components/run/snippet-text.ts";
import { cn } from "#components/ui/class-names.ts";
import type { ToolDetail } from "#lib/registry/schema.ts";
import type { RunSummary } from "#lib/runs/schema.ts";
import type { ToolActions } from "./actions.ts";
import { ContractProblem } from "./contract-problem.tsx";
import type { CallOrigin } from "./origin.ts";
import { OriginBar } from "./origin-bar.tsx";
import { RunBar } from "./run-bar.tsx";
import { SendBackBar } from "./send-back-bar.tsx";
import { ToolParametersPanel } from "./tool-parameters.tsx";
import { useCall } from "./use-call.ts";
import { UserParametersPanel } from "./user-parameters.tsx";

type Props = {
  tool: ToolDetail;
  origin: CallOrigin | null;
  history: RunSummary[];
  environment: ToolDetail["environment"]["state"];
  openRunId: string | null;
  /** Whether the playground is what the person sees: only then do ⌘↵ and Esc mean it. */
  active: boolean;
  mayWrite: boolean;
  actions: ToolActions;
  onDraft: (draft: CallDraft) => void;
  onOpen: (tab: "code" | "environment") => void;
};

/** The call as it is filled in, for whoever copies it elsewhere; of UserParameters only where they come from. */
export type CallDraft = { toolParameters: string; user: SnippetUser };

/** Fill in, run, see everything that came of it; what ran before is one click away. */
export function Playground({
  tool: current,
  history,
  environment,
  mayWrite,
  actions,
  onDraft,
  onOpen,
  ...opened
}: Props) {
  const { origin } = opened;
  const [pinned, pin] = useState<"pinned" | "current">(origin ? "pinned" : "current");
  const tool = origin && pinned === "pinned" ? origin.tool : current;
  const { parameters, run, state, results, start, stop, refill } = useCall(tool, { history, pinned, ...opened });
  const { problem } = tool.contract;
  useEffect(() => onDraft(parameters.draft), [onDraft, parameters.draft]);

  return (
    <div className="grid h-full min-h-0 grid-cols-[clamp(392px,37.5%,600px)_minmax(0,1fr)] max-lg:relative max-lg:flex max-lg:flex-col max-lg:overflow-y-auto">
      <section className="flex min-h-0 flex-col border-r border-line max-lg:contents">
        <div className="@container/form relative min-h-0 flex-1 overflow-y-auto max-lg:flex-none max-lg:overflow-visible">
          {origin ? <OriginBar origin={origin} current={current} pinned={pinned} onPin={pin} /> : null}
          {problem === null ? null : <ContractProblem problem={problem} onOpenCode={() => onOpen("code")} />}
          <UserParametersPanel tool={tool} parameters={parameters.user} mayWrite={mayWrite} actions={actions} />
          <ToolParametersPanel {...parameters.tool} />
        </div>
        <RunBar
          environment={environment}
          reason={parameters.reason}
          sent={parameters.tool.form.sent}
          total={parameters.tool.form.total}
          state={state}
          onRun={start}
          onStop={stop}
          onOpenEnvironment={() => onOpen("environment")}
        />
        <HistoryPanel history={history} selectedId={run.runId} onSelect={refill} />
      </section>
      <section
        ref={results}
        className={cn(
          "flex min-h-0 min-w-0 scroll-mt-12 flex-col max-lg:shrink-0 max-lg:border-t max-lg:border-line",
          run.connection === "idle" ? "max-lg:h-28" : "max-lg:h-[80dvh] max-md:h-auto max-md:min-h-[80dvh]",
        )}
      >
        {origin ? <SendBackBar origin={origin} run={run} sendBack={actions.sendBack} /> : null}
        <RunPanel run={run} onStop={stop} />
      </section>
    </div>
  );
}

function HistoryPanel(props: {
  history: RunSummary[];
  selectedId: string | null;
  onSelect: (past: RunSummary) => void;
}) {
  const t = useTranslations("playground");
  return (
    <section
      aria-labelledby="history"
      className="flex max-h-[28%] min-h-36 shrink-0 flex-col border-t border-line max-lg:order-last max-lg:max-h-72"
    >
      <h2 id="history" className="flex shrink-0 items-baseline gap-2 px-4 py-2 font-semibold">
        {t("history")} <span className="font-normal text-ink-3">{t("historyHint")}</span>
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <History runs={props.history} selectedId={props.selectedId} onSelect={props.onSelect} />
      </div>
    </section>
  );
}
