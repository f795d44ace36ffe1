"use client";

import { Info, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { useDuration } from "#components/ui/duration.tsx";
import { useFileSize } from "#components/ui/file-size.ts";
import { Popover, PopoverContent, PopoverTrigger } from "#components/ui/popover.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { SandboxLevel } from "#lib/runs/schema.ts";
import type { RunView } from "#lib/runs/view.ts";

type Ending = NonNullable<RunView["ending"]>;

/** How a call ran, each fact with a sentence on what it means, behind a button; nothing for a call that never ran. */
export function HowItRan({ ending }: { ending: Ending }) {
  const t = useTranslations("run.how");
  const heading = useId();
  if (ending.backEnd === null) return null;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="sm" variant="ghost" className="ml-auto @max-[480px]/run:px-1">
          <Info aria-hidden />
          <span className="@max-[480px]/run:sr-only">{t("title")}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-labelledby={heading}>
        <h2 id={heading} className="border-b border-line px-3 py-2 font-semibold">
          {t("title")}
        </h2>
        <Facts ending={ending} backEnd={ending.backEnd} />
      </PopoverContent>
    </Popover>
  );
}

/** The sandbox of a call in a word or two; with a warning where the tool may read what is not its own. */
export function SandboxWord({ level }: { level: SandboxLevel }) {
  const t = useTranslations("run.how.sandbox");
  if (!isWeak(level)) return t(`words.${level}`);
  return (
    <Tag tone="warn" title={t(`hints.${level}`)}>
      <TriangleAlert aria-hidden />
      {t(`words.${level}`)}
    </Tag>
  );
}

function Facts({ ending, backEnd }: { ending: Ending; backEnd: NonNullable<Ending["backEnd"]> }) {
  const t = useTranslations("run.how");
  const duration = useDuration();
  const size = useFileSize();
  const { timing, sandbox, peakMemoryBytes } = ending;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 px-3 py-2.5">
      <Fact name={t("backEnd.name")} value={backEnd} hint={t(`backEnd.hints.${backEnd}`)} />
      {sandbox ? (
        <Fact
          name={t("sandbox.name")}
          value={<span className={isWeak(sandbox) ? "text-warn-text" : ""}>{t(`sandbox.levels.${sandbox}`)}</span>}
          hint={t(`sandbox.hints.${sandbox}`)}
        />
      ) : null}
      <Fact name={t("queue.name")} value={duration(timing.queueMs)} hint={t("queue.hint")} />
      {timing.bootMs === null ? (
        <Fact name={t("boot.name")} value={t("boot.unknown")} hint={t("boot.unknownHint")} />
      ) : (
        <Fact name={t("boot.name")} value={duration(timing.bootMs)} hint={t("boot.hint")} />
      )}
      <Fact name={t("run.name")} value={duration(timing.runMs)} hint={t("run.hint")} />
      <Fact
        name={t("memory.name")}
        value={peakMemoryBytes ? size(peakMemoryBytes) : t("memory.unknown")}
        hint={t("memory.hint")}
      />
    </dl>
  );
}

function Fact({ name, value, hint }: { name: string; value: ReactNode; hint: string }) {
  return (
    <div className="contents">
      <dt className="text-ink-3">{name}</dt>
      <dd>
        <b className="font-medium text-ink">{value}</b>
        <span className="block text-12 text-ink-2">{hint}</span>
      </dd>
    </div>
  );
}

/** The levels at which files of others are open to the tool. */
function isWeak(level: SandboxLevel): boolean {
  return level === "seccomp" || level === "none";
}
