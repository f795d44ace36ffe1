"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import { useDuration } from "#components/ui/duration.tsx";
import type { RunPart } from "#lib/runs/transcript.ts";
import type { Call } from "#lib/runs/turn.ts";
import { CallCard } from "./call-card.tsx";
import { useKept } from "./kept-state.tsx";

/** So many calls stand there by themselves; of more the first are folded away. */
const MOST = 5;

type Props = { calls: readonly Call[]; run: RunPart };

/** Calls that follow each other without a word between them. */
export const CallsRow = memo(
  function CallsRow({ calls, run }: Props) {
    const t = useTranslations("session.calls");
    const [folding, setFolding] = useKept<"folded" | "whole">(`fold ${calls[0]?.key}`, "folded");
    // What waits for a person is in sight.
    const first = calls.findIndex(({ state }) => state === "waiting");
    const foldable = Math.min(calls.length - MOST, first === -1 ? calls.length : first);
    const hidden = folding === "folded" ? Math.max(0, foldable) : 0;
    return (
      // biome-ignore lint/a11y/useSemanticElements: no set of fields
      <div
        role="group"
        aria-label={t("label", { count: calls.length })}
        className="@container/calls ml-9.5 min-w-0 overflow-hidden rounded-md border border-line-strong bg-surface max-md:ml-0"
      >
        {calls.length > 1 ? <Head calls={calls} /> : null}
        {foldable > 0 ? (
          <button
            type="button"
            onClick={() => setFolding(folding === "folded" ? "whole" : "folded")}
            aria-expanded={folding === "whole"}
            className="flex h-7 w-full items-center border-b border-line px-2.5 text-12 text-accent-text hover:bg-hover focus-visible:-outline-offset-2"
          >
            {t(folding === "folded" ? "unfold" : "fold", { count: foldable })}
          </button>
        ) : null}
        <ul className="divide-y divide-line">
          {calls.slice(hidden).map((call) => (
            <CallCard
              key={call.key}
              call={call}
              tool={run.tools.find(
                ({ agent, name, place }) => place === undefined && agent === call.agent && name === call.name,
              )}
              asked={run.nested[placeOf(call)] ?? null}
            />
          ))}
        </ul>
      </div>
    );
  },
  (before, after) =>
    before.run.tools === after.run.tools &&
    before.calls.length === after.calls.length &&
    before.calls.every(
      (call, at) => call === after.calls[at] && before.run.nested[placeOf(call)] === after.run.nested[placeOf(call)],
    ),
);

/** Where a run keeps the conversation that a call begins. */
function placeOf({ turn, index }: Call): string {
  return `${turn}.${index}`;
}

function Head({ calls }: { calls: readonly Call[] }) {
  const t = useTranslations("session.calls");
  const duration = useDuration();
  const failed = calls.filter(({ state }) => state === "failed").length;
  const parallel = calls.every(({ turn }) => turn === calls[0]?.turn);
  const span = spanOf(calls);
  return (
    <p className="flex h-7 items-center gap-2 border-b border-line bg-canvas px-2.5 text-12 text-ink-3">
      <span className="min-w-0 truncate">{t(parallel ? "parallel" : "inARow", { count: calls.length })}</span>
      {failed > 0 ? <span className="shrink-0 text-danger-text">{t("failed", { count: failed })}</span> : null}
      {span === null ? null : <span className="ml-auto shrink-0">{t("together", { time: duration(span) })}</span>}
    </p>
  );
}

/** From the first call's beginning to the last one's end, in milliseconds; null while one has no end. */
function spanOf(calls: readonly Call[]): number | null {
  const begins = calls.flatMap(({ startedAt }) => (startedAt ? [Date.parse(startedAt)] : []));
  const ends = calls.flatMap(({ endedAt }) => (endedAt ? [Date.parse(endedAt)] : []));
  if (begins.length === 0 || ends.length < calls.length) return null;
  return Math.max(...ends) - Math.min(...begins);
}
