"use client";

import { Brain, Globe, OctagonX, Puzzle, Scissors } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { memo, type ReactNode, useMemo } from "react";
import { CopyButton } from "#components/run/copy-button.tsx";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { useDuration } from "#components/ui/duration.tsx";
import type { Part, Source } from "#lib/runs/answer-parts.ts";
import type { Turn } from "#lib/runs/turn.ts";
import { AnswerMarkdown } from "./answer-markdown.tsx";
import { useCost } from "./cost.ts";
import { Disclosure } from "./disclosure.tsx";
import { HostedItem } from "./hosted-item.tsx";
import { RawItem } from "./raw-item.tsx";
import { SourceList } from "./source-list.tsx";

type Props = { turn: Turn; parts: readonly Part[]; end: "last" | "more" };

/** What a model said, in its order: reasoning, words, refusals, and what its server did by itself. */
export const AnswerRow = memo(
  function AnswerRow({ turn, parts, end }: Props) {
    const t = useTranslations("session.answer");
    const coming = turn.state === "answering";
    const newest = turn.parts.at(-1);
    return (
      <article aria-label={t("by", { agent: turn.agent })} className="group/row flex gap-2.5">
        <AgentMark name={turn.agent} />
        <div className="flex min-w-0 flex-1 flex-col gap-2 pt-0.5">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
            <PartView key={index} part={part} state={coming && part === newest ? "coming" : "whole"} turn={turn} />
          ))}
          {end === "last" && turn.incomplete !== null ? (
            <Note icon={Scissors}>{t("incomplete", { reason: turn.incomplete })}</Note>
          ) : null}
          {end === "last" && !coming ? <Foot turn={turn} /> : null}
        </div>
      </article>
    );
  },
  (before, after) =>
    before.turn === after.turn && before.end === after.end && before.parts.length === after.parts.length,
);

function PartView({ part, state, turn }: { part: Part; state: "coming" | "whole"; turn: Turn }) {
  const t = useTranslations("session.answer");
  switch (part.is) {
    case "text":
      return (
        <>
          <AnswerMarkdown text={part.text} state={state} />
          <Sources sources={part.sources} />
        </>
      );
    case "reasoning":
      return (
        <Disclosure
          id={`reasoning ${turn.key} ${turn.parts.indexOf(part)}`}
          icon={Brain}
          label={t(state === "coming" ? "reasoning" : "reasoned")}
        >
          <p className="max-h-80 overflow-y-auto text-13 whitespace-pre-wrap text-ink-2">
            <SafeText text={part.text} />
          </p>
        </Disclosure>
      );
    case "refusal":
      return (
        <Note icon={OctagonX}>
          {t("refused")} <SafeText text={part.text} />
        </Note>
      );
    case "hosted":
      return <HostedItem id={`hosted ${turn.key} ${turn.parts.indexOf(part)}`} item={part.item} />;
    case "unknown":
      return (
        <Disclosure
          id={`item ${turn.key} ${turn.parts.indexOf(part)}`}
          icon={Puzzle}
          label={t("unknown", { type: part.item.type ?? "?" })}
        >
          <RawItem item={part.item} />
        </Disclosure>
      );
    case "call":
      return null;
  }
}

function Sources({ sources }: { sources: readonly Source[] }) {
  const t = useTranslations("session.answer");
  if (sources.length === 0) return null;
  return (
    <div className="flex items-start gap-1.5 text-12 text-ink-2">
      <Globe aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span className="shrink-0">{t("sources")}</span>
      <SourceList sources={sources} />
    </div>
  );
}

function Note({ icon: Icon, children }: { icon: typeof Brain; children: ReactNode }) {
  return (
    <p className="flex gap-2 rounded-sm bg-warn-soft px-2.5 py-1.5 text-13 text-warn-text">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

function Foot({ turn }: { turn: Turn }) {
  const t = useTranslations("session.answer");
  const format = useFormatter();
  const duration = useDuration();
  const cost = useCost();
  const { usage, ms, model } = turn;
  const text = useMemo(() => turn.parts.flatMap((part) => (part.is === "text" ? [part.text] : [])), [turn.parts]);
  const facts = [
    model,
    ms === null ? null : duration(ms),
    usage && t("tokens", { input: format.number(usage.input), output: format.number(usage.output) }),
    usage && cost(usage.cost),
  ];
  return (
    <div className="-mb-4 flex h-6 items-center gap-1 text-12 text-ink-3 opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:mb-0 pointer-coarse:opacity-100">
      <span className="min-w-0 truncate">{facts.filter(Boolean).join(" · ")}</span>
      {text.length > 0 ? <CopyButton text={() => text.join("\n\n")} show="icon" /> : null}
    </div>
  );
}
