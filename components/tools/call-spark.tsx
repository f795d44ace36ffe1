"use client";
import { useFormatter, useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import type { ToolSummary } from "#lib/registry/schema.ts";
import { countCalls, successRate } from "./gallery-filter.ts";

/** Fourteen days of calls as bars, and the share that succeeded. Height says what colour says: full is well, half has failures, low is mostly failures. */
export function CallSpark({ tool }: { tool: Pick<ToolSummary, "calls14"> }) {
  const t = useTranslations("tools");
  const format = useFormatter();
  const rate = successRate(tool);
  const { all, failed } = countCalls(tool);
  return (
    <span className="flex items-center gap-3" title={t("callsOver14", { all, failed })}>
      <span aria-hidden className="flex h-4 items-end gap-0.5">
        {tool.calls14.map((day) => (
          <i key={day.day} className={cn("w-[3px] rounded-[1px]", barOf(day))} />
        ))}
      </span>
      <span className={cn("whitespace-nowrap", toneOf(rate))}>
        {rate === null ? (
          t("noCalls")
        ) : (
          <>
            <span className="sr-only">{t("succeeded")} </span>
            {format.number(floorPercent(rate), { maximumFractionDigits: 1 })} %
          </>
        )}
      </span>
    </span>
  );
}

function barOf({ ok, failed }: { ok: number; failed: number }): string {
  if (ok + failed === 0) return "h-[3px] bg-line-strong";
  if (failed === 0) return "h-4 bg-ok";
  return failed > ok ? "h-1.5 bg-danger" : "h-2.5 bg-warn";
}

function toneOf(rate: number | null): string {
  if (rate === null) return "text-ink-3";
  if (rate < 0.9) return "text-danger-text";
  return rate < 0.99 ? "text-warn-text" : "text-ink-2";
}

/** Rounded down, so that one failure in ten thousand never reads as 100 %. */
function floorPercent(rate: number): number {
  return Math.floor(rate * 1000) / 10;
}
