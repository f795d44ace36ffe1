"use client";

import { Check, Square, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { useDuration } from "#components/ui/duration.tsx";
import { useFileSize } from "#components/ui/file-size.ts";
import { Kbd } from "#components/ui/kbd.tsx";
import { Pip } from "#components/ui/pip.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { HowItRan, SandboxWord } from "./how-it-ran.tsx";
import { isLive, type RunState } from "./run-state.ts";
import type { RunSnapshot } from "./run-store.ts";
import { useElapsed } from "./use-elapsed.ts";

/** A wait for its turn that is shorter than this says nothing about a call. */
const NOTABLE_QUEUE_MS = 100;

/** How a run stands or ended: its outcome first, then time, memory, back end, sandbox and version. */
export function StatusLine({ run, state, onStop }: { run: RunSnapshot; state: RunState; onStop: () => void }) {
  const t = useTranslations("run.status");
  const { ending, versionNumber, configurationName } = run.view;
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 border-b border-line px-4 py-1 text-ink-2">
      <Outcome run={run} state={state} />
      {isLive(state) ? <Elapsed run={run} /> : ending && <HowItEnded ending={ending} />}
      {configurationName ? <Fact>{configurationName}</Fact> : null}
      {versionNumber === null ? null : <Fact>{t("version", { number: versionNumber })}</Fact>}
      {run.connection === "lost" ? (
        <Tag tone="warn">
          <TriangleAlert aria-hidden />
          {t("lost")}
        </Tag>
      ) : null}
      {isLive(state) ? (
        <Button size="sm" variant="danger" className="ml-auto" onClick={onStop} disabled={run.stopping === "asked"}>
          <Square aria-hidden />
          {run.stopping === "asked" ? t("stopping") : t("stop")}
          <Kbd keys="Escape" />
        </Button>
      ) : (
        ending && <HowItRan ending={ending} />
      )}
    </div>
  );
}

function Outcome({ run: { view, problem }, state }: { run: RunSnapshot; state: RunState }) {
  const t = useTranslations("run.status");
  if (isLive(state)) {
    return (
      <Tag tone="accent" className="gap-2">
        <Pip tone="run" />
        {t(`live.${state}`)}
      </Tag>
    );
  }
  if (state === "cancelled") return <Tag>{t("cancelled")}</Tag>;
  if (state === "succeeded") {
    return (
      <Tag tone="ok">
        <Check aria-hidden />
        {t("exit", { code: view.ending?.exitCode ?? 0 })}
      </Tag>
    );
  }
  return (
    <Tag tone="bad">
      <X aria-hidden />
      <FailureWord view={view} code={problem?.code ?? view.failure?.code ?? "internal"} />
    </Tag>
  );
}

function FailureWord({ view: { ending }, code }: { view: RunSnapshot["view"]; code: string }) {
  const t = useTranslations("run.status");
  if (code === "tool_timeout") return t("timeout");
  if (ending?.signal) return ending.signal;
  return ending?.exitCode ? t("exit", { code: ending.exitCode }) : <span className="font-mono">{code}</span>;
}

function Elapsed({ run: { since, view } }: { run: RunSnapshot }) {
  const duration = useDuration();
  const elapsed = useElapsed(since ?? (view.startedAt ? Date.parse(view.startedAt) : null));
  return elapsed === null ? null : <b className="font-medium text-ink">{duration(elapsed)}</b>;
}

function HowItEnded({ ending }: { ending: Ending }) {
  const t = useTranslations("run.status");
  const duration = useDuration();
  const size = useFileSize();
  const { timing, peakMemoryBytes, backEnd, sandbox } = ending;
  if (backEnd === null) return null;
  return (
    <>
      <Total timing={timing} />
      {peakMemoryBytes ? <Fact>{size(peakMemoryBytes)}</Fact> : null}
      {timing.queueMs > NOTABLE_QUEUE_MS ? <Fact>{t("queue", { queue: duration(timing.queueMs) })}</Fact> : null}
      <Fact>{backEnd}</Fact>
      {sandbox ? (
        <Fact>
          <SandboxWord level={sandbox} />
        </Fact>
      ) : null}
    </>
  );
}

type Ending = NonNullable<RunSnapshot["view"]["ending"]>;

/** The start of the tool is part of its run. */
function Total({ timing: { queueMs, bootMs, runMs } }: Pick<Ending, "timing">) {
  const t = useTranslations("run.status");
  const duration = useDuration();
  const parts = { queue: duration(queueMs), boot: duration(bootMs ?? 0), run: duration(runMs) };
  return (
    <b className="font-medium text-ink" title={bootMs === null ? t("parts", parts) : t("partsWithBoot", parts)}>
      {duration(queueMs + runMs)}
    </b>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center before:mr-2 before:text-ink-3 before:content-['·']">
      {children}
    </span>
  );
}
