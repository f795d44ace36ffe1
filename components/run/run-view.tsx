"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Kbd } from "#components/ui/kbd.tsx";
import type { RunView } from "#lib/runs/view.ts";
import { Announcer } from "./announcer.tsx";
import { ArtifactPanel } from "./artifact-panel.tsx";
import { Dock, type DockTab } from "./dock.tsx";
import { FailurePanel } from "./failure-panel.tsx";
import type { LogLines } from "./log/lines.ts";
import { LogView } from "./log/log-view.tsx";
import { useLines } from "./log/use-lines.ts";
import { ModelPanel } from "./model-panel.tsx";
import { PanelHead } from "./panel-head.tsx";
import { runFolder } from "./previews/artifact-url.ts";
import type { Problem } from "./problem.ts";
import { ResultPanel } from "./result-panel.tsx";
import { isLive, type RunState, stateOf } from "./run-state.ts";
import type { RunSnapshot } from "./run-store.ts";
import { StatusLine } from "./status-line.tsx";
import { SafeText } from "./text/safe-text.tsx";

/** Everything that came of a run, while it comes: outcome, result, what the model gets, and below what else was said and left. */
export function RunPanel({ run, onStop }: { run: RunSnapshot; onStop: () => void }) {
  const t = useTranslations("run.result");
  const { view } = run;
  const state = stateOf(run);
  const lines = { log: useLines(view.stdout), stderr: useLines(view.stderr), environment: useLines(view.environment) };
  const [chosen, choose] = useState<DockTab | null>(null);
  const [looked, look] = useState<{ runId: string | null; name: string } | null>(null);
  const opened = looked?.runId === run.runId ? looked.name : null;
  const open = (name: string) => look({ runId: run.runId, name });

  return (
    <div className="@container/run flex min-h-0 min-w-0 flex-1 flex-col">
      <Announcer state={state} log={lines.log} />
      {state === "idle" ? (
        <Empty />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col @max-[680px]/run:overflow-y-auto">
          <StatusLine run={run} state={state} onStop={onStop} />
          <Warnings problem={state === "refused" ? null : run.problem} warnings={view.ending?.warnings ?? []} />
          <div className="flex min-h-0 flex-1 @max-[680px]/run:flex-none @max-[680px]/run:flex-col">
            <div className="flex min-h-0 min-w-0 flex-1 flex-col @max-[680px]/run:h-80 @max-[680px]/run:flex-none">
              {opened === null ? (
                <Outcome run={run} state={state} lines={lines} onOpen={open} onShowStderr={() => choose("stderr")} />
              ) : (
                <ArtifactPanel
                  folder={runFolder(view.runId ?? "")}
                  artifacts={view.artifacts}
                  name={opened}
                  back={t("title")}
                  onBack={() => look(null)}
                />
              )}
            </div>
            <div className="flex w-79 shrink-0 flex-col border-l border-line *:flex-1 @max-[800px]/run:w-72 @max-[680px]/run:h-56 @max-[680px]/run:w-full @max-[680px]/run:border-t @max-[680px]/run:border-l-0">
              <ModelPanel view={view} live={isLive(state) ? "live" : "ended"} />
            </div>
          </div>
          <Dock
            view={view}
            lines={lines}
            live={isLive(state) ? "live" : "ended"}
            tab={chosen ?? firstTab(view)}
            onTab={choose}
            opened={opened}
            onOpen={open}
          />
        </div>
      )}
    </div>
  );
}

/** Until the reader chooses: what explains a failure, else the log. */
function firstTab({ failure, stderr, stdout }: RunView): DockTab {
  return failure && stderr.length > 0 && (stdout.length === 0 || failure.code !== "cancelled") ? "stderr" : "log";
}

type OutcomeProps = {
  run: RunSnapshot;
  state: RunState;
  lines: { stderr: LogLines; environment: LogLines };
  onOpen: (artifact: string) => void;
  onShowStderr: () => void;
};

function Outcome({ run: { view, problem }, state, lines, onOpen, onShowStderr }: OutcomeProps) {
  const t = useTranslations("run.result");
  const failure: Problem | null = state === "refused" ? problem : view.failure;
  if (!failure && view.result) return <ResultPanel view={view} result={view.result} onOpen={onOpen} />;
  return (
    <>
      <PanelHead title={t("title")} />
      {failure ? (
        <FailurePanel failure={failure} stderrLines={lines.stderr.count} onShowStderr={onShowStderr} />
      ) : (
        <Waiting state={state} environment={lines.environment} />
      )}
    </>
  );
}

function Waiting({ state, environment }: { state: RunState; environment: LogLines }) {
  const t = useTranslations("run.waiting");
  if (!isLive(state)) return null;
  return (
    <>
      <p className="px-3 py-2 text-ink-2">{t(state === "building" ? "building" : "running")}</p>
      {state === "building" ? <LogView label={t("environment")} lines={environment} wrap="wrap" live="live" /> : null}
    </>
  );
}

function Warnings({ problem, warnings }: { problem: Problem | null; warnings: readonly string[] }) {
  const t = useTranslations("run.failure");
  const sentences = problem ? [problem.message ?? t(`${problem.code}.title`), ...warnings] : warnings;
  if (sentences.length === 0) return null;
  return (
    <ul className="max-h-24 shrink-0 overflow-y-auto border-b border-line bg-warn-soft px-4 py-1.5 text-12 text-warn-text">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-2 py-0.5">
          <CircleAlert aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0">
            <SafeText text={sentence} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Empty() {
  const t = useTranslations("run");
  return (
    <div className="grid flex-1 place-items-center p-8">
      <p className="flex flex-wrap items-center justify-center gap-2 text-14 text-ink-2">
        {t.rich("idle", { keys: () => <Kbd key="keys" keys="mod+Enter" /> })}
      </p>
    </div>
  );
}
