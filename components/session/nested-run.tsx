"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type ComponentType, createContext, useContext, useMemo } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { useDuration } from "#components/ui/duration.tsx";
import type { RunPart } from "#lib/runs/transcript.ts";
import { useCost } from "./cost.ts";
import { type Row, rowsOf } from "./rows.ts";
import { sumRun } from "./usage-sums.ts";

/** What draws a row of a conversation, wherever that is had: a row can hold a call that asks an agent, with rows of its own. */
export const RowContext = createContext<ComponentType<{ row: Row }> | null>(null);

/** The conversation of an agent that a call asks, as it comes: the question, what the agent says and calls, and what it used. */
export function NestedRun({ run }: { run: RunPart }) {
  const t = useTranslations("session.asked");
  const RowView = useContext(RowContext);
  const rows = useMemo(() => rowsOf(run), [run]);
  return (
    <section aria-label={t("label", { agent: run.agent ?? "" })} className="flex flex-col gap-3 px-3 py-2.5">
      <p className="border-l-2 border-line pl-2.5 text-13 whitespace-pre-wrap text-ink-2">
        <SafeText text={run.question ?? ""} />
      </p>
      {RowView ? rows.map((row) => <RowView key={row.key} row={row} />) : null}
      <Used run={run} />
    </section>
  );
}

function Used({ run }: { run: RunPart }) {
  const t = useTranslations("session.asked");
  const format = useFormatter();
  const duration = useDuration();
  const cost = useCost();
  const sum = useMemo(() => sumRun(run), [run]);
  if (sum.turns === 0) return null;
  const facts = [
    t("answers", { count: sum.turns }),
    sum.uncounted === sum.turns || sum.input + sum.output === 0
      ? null
      : t("tokens", { input: format.number(sum.input), output: format.number(sum.output) }),
    sum.cost > 0 ? cost(sum.cost) : null,
    run.endedAt === null ? null : duration(Date.parse(run.endedAt) - Date.parse(run.startedAt)),
  ];
  return <p className="text-12 text-ink-3">{facts.filter(Boolean).join(" · ")}</p>;
}
