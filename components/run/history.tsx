"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import { useDuration } from "#components/ui/duration.tsx";
import { Pip } from "#components/ui/pip.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import type { RunSummary } from "#lib/runs/schema.ts";
import { summariseParameters } from "./parameter-summary.ts";
import { SafeText } from "./text/safe-text.tsx";

type Props = { runs: readonly RunSummary[]; selectedId: string | null; onSelect: (run: RunSummary) => void };

/** What ran before, newest first; a click or Enter takes it up again, arrow keys move. */
export function History({ runs, selectedId, onSelect }: Props) {
  const t = useTranslations("run.history");
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  if (runs.length === 0) return <p className="px-4 py-2 text-12 text-ink-3">{t("empty")}</p>;

  // One stop for the Tab key: the row last visited, else the one that is shown, else the first.
  const stop = runs.find(({ id }) => id === focused) ?? runs.find(({ id }) => id === selectedId) ?? runs[0];

  function onKeyDown(event: KeyboardEvent) {
    const rows = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    rows[next]?.focus();
  }

  return (
    <ol ref={list} aria-label={t("label")} onKeyDown={onKeyDown}>
      {runs.map((run) => (
        <li key={run.id}>
          <Row
            run={run}
            selected={run.id === selectedId}
            reachable={run === stop}
            onFocus={setFocused}
            onSelect={onSelect}
          />
        </li>
      ))}
    </ol>
  );
}

type RowProps = {
  run: RunSummary;
  selected: boolean;
  reachable: boolean;
  onFocus: (id: string) => void;
  onSelect: (run: RunSummary) => void;
};

function Row({ run, selected, reachable, onFocus, onSelect }: RowProps) {
  const t = useTranslations("run.history");
  const duration = useDuration();
  const failed = run.status === "failed";
  return (
    <button
      type="button"
      tabIndex={reachable ? 0 : -1}
      aria-current={selected}
      onFocus={() => onFocus(run.id)}
      onClick={() => onSelect(run)}
      className={cn(
        "grid h-7 w-full grid-cols-[8px_72px_minmax(0,5fr)_minmax(0,2fr)_52px] items-center gap-2.5 px-4 text-left hover:bg-hover focus-visible:-outline-offset-2",
        selected && "bg-selected hover:bg-selected",
      )}
    >
      <Pip tone={TONES[run.status]} label={t(`status.${run.status}`)} />
      <RelativeTime at={run.startedAt} className="truncate text-12 text-ink-3" />
      <span className="truncate font-mono text-12 text-ink-2">
        <SafeText text={summaryOf(run.toolParameters, t)} />
      </span>
      <span
        className={cn("truncate text-right text-12", failed ? "text-danger-text" : "text-ink-2")}
        title={run.outcome ?? ""}
      >
        <SafeText text={firstLine(run.outcome) || t(`status.${run.status}`)} />
      </span>
      <span className="text-right text-12 whitespace-nowrap text-ink-3">
        {run.runMs === null ? "" : duration(run.runMs)}
      </span>
    </button>
  );
}

function summaryOf(parameters: string | null, t: (name: "longParameters" | "noParameters") => string): string {
  return parameters === null ? t("longParameters") : summariseParameters(parameters) || t("noParameters");
}

const TONES = { running: "run", succeeded: "ok", failed: "bad", cancelled: "idle" } as const;

function firstLine(outcome: string | null): string {
  return outcome?.trim().split("\n", 1)[0] ?? "";
}
