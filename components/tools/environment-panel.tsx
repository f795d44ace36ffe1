"use client";
import { RotateCw, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { stripAnsi } from "#components/run/log/ansi.ts";
import { Button } from "#components/ui/button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { WatchedEnvironment } from "./use-environment.ts";

const TONES = { missing: "neutral", building: "accent", ready: "ok", failed: "bad" } as const;

/** The environment that a tool runs in: its state, the reason of a failure with another try, warnings, and the build log as it comes. */
export function EnvironmentPanel({ watched, mayRetry }: { watched: WatchedEnvironment; mayRetry: boolean }) {
  const t = useTranslations("tools.environment");
  const { environment, log, connection, retry } = watched;
  const { state, problem, warnings } = environment;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-b border-line py-1 pr-2 pl-4">
        <Tag tone={TONES[state]}>{t(`states.${state}`)}</Tag>
        <p role="status" className="min-w-40 flex-1 text-ink-2">
          {connection === "broken" ? t("unreachable") : (problem ?? t(`hints.${state}`))}
        </p>
        {state === "failed" && mayRetry ? (
          <Button size="sm" onClick={() => void retry()}>
            <RotateCw aria-hidden />
            {t("retry")}
          </Button>
        ) : null}
      </div>
      {warnings.map((warning) => (
        <p key={warning} className="flex shrink-0 gap-2 border-b border-line bg-warn-soft px-4 py-1.5 text-warn-text">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {warning}
        </p>
      ))}
      <BuildLog text={log} />
    </div>
  );
}

/** Stays at the end of the log while the reader is there, and where the reader scrolled to otherwise. */
function BuildLog({ text }: { text: string }) {
  const t = useTranslations("tools.environment");
  const box = useRef<HTMLPreElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer log is what moves the end.
  useEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
  };
  return (
    <pre
      ref={box}
      role="log"
      aria-label={t("log")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      onScroll={onScroll}
      className="min-h-0 flex-1 overflow-auto bg-sunken px-4 py-2 text-12 whitespace-pre-wrap text-ink-2 focus-visible:-outline-offset-2"
    >
      {text === "" ? <span className="font-sans tracking-normal text-ink-3">{t("noLog")}</span> : stripAnsi(text)}
    </pre>
  );
}
