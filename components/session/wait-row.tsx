"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { useElapsed } from "#components/run/use-elapsed.ts";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { useDuration } from "#components/ui/duration.tsx";
import { Pip } from "#components/ui/pip.tsx";
import type { Turn } from "#lib/runs/turn.ts";

/** An answer that is awaited: whom it is asked of, since when, and when it is asked again. */
export function WaitRow({ turn }: { turn: Turn }) {
  const t = useTranslations("session.wait");
  const retry = turn.retries.at(-1);
  return (
    <div className="flex gap-2.5">
      <AgentMark name={turn.agent} />
      <div className="flex min-w-0 flex-1 flex-col gap-1 pt-1">
        {retry ? (
          <p className="text-12 text-warn-text">
            {t("dropped", { attempt: retry.attempt })} <SafeText text={retry.message} />
          </p>
        ) : null}
        {turn.state === "waiting" && retry ? (
          <Countdown until={Date.parse(retry.at) + retry.waitMs} />
        ) : turn.state === "cut" ? null : (
          <Busy since={turn.startedAt}>
            <Awaited turn={turn} />
          </Busy>
        )}
      </div>
    </div>
  );
}

function Awaited({ turn: { state, by, model } }: { turn: Turn }) {
  const t = useTranslations("session.wait");
  if (state === "checking") return t("checking");
  if (by === "person") return t("person");
  return model === null ? t("between") : t("model", { model });
}

/** Something goes on, and since when. */
export function Busy({ since, children }: { since: string | null; children: ReactNode }) {
  const duration = useDuration();
  const elapsed = useElapsed(since === null ? null : Date.parse(since));
  return (
    <p className="flex items-center gap-2 text-ink-2">
      <Pip tone="run" />
      <span className="min-w-0 truncate">{children}</span>
      {elapsed === null || elapsed < 1000 ? null : <span className="text-12 text-ink-3">{duration(elapsed)}</span>}
    </p>
  );
}

function Countdown({ until }: { until: number }) {
  const t = useTranslations("session.wait");
  const past = useElapsed(until - LONGEST_MS);
  const seconds = past === null ? null : Math.max(0, Math.ceil((LONGEST_MS - past) / 1000));
  return (
    <p className="flex items-center gap-2 text-ink-2">
      <Pip tone="run" />
      {seconds === null || seconds === 0 ? t("now") : t("again", { seconds })}
    </p>
  );
}

/** Elapsed time counts from a beginning; an hour before the end is one. */
const LONGEST_MS = 3_600_000;
