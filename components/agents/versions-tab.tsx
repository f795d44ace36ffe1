"use client";
import { Download, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ScrollArea } from "#components/run/scroll-area.tsx";
import { Button } from "#components/ui/button.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { PublishedVersion } from "#lib/agents/schema.ts";
import type { AgentActions } from "./actions.ts";
import { NoteDialog } from "./note-dialog.tsx";
import { useVersionTexts, type VersionText } from "./use-version-texts.ts";
import { VersionDiff } from "./version-diff.tsx";
import { type ShownVersion, VersionList } from "./version-list.tsx";

/** What was published of an agent, and what each of it says otherwise; an older one can be published again. */
export function VersionsTab({ agentId, versions, draftText, members, mayWrite, ...acts }: VersionsTabProps) {
  const t = useTranslations("agents.versions");
  const current = versions.find(({ isCurrent }) => isCurrent) ?? null;
  const [chosen, setChosen] = useState<ShownVersion>(draftText === null ? (versions[0]?.number ?? "draft") : "draft");
  const shown = chosen === "draft" && draftText === null ? (versions[0]?.number ?? "draft") : chosen;
  const [against, setAgainst] = useState<"before" | "current">("before");
  const [view, setView] = useState<"changes" | "file">("changes");
  const before = shown === "draft" ? current?.number : versions.find(({ number }) => number < shown)?.number;
  const other = (shown === "draft" || against === "before" ? before : current?.number) ?? null;
  const wanted = [shown, other].filter((each) => typeof each === "number");
  const textOf = useVersionTexts(agentId, wanted, acts.readVersion);
  const text: VersionText = shown === "draft" ? { text: draftText ?? "" } : textOf(shown);
  if (versions.length === 0 && draftText === null) return <p className="p-4 text-ink-2">{t("none")}</p>;
  return (
    <div className="grid h-full min-h-0 grid-rows-[auto_minmax(0,1fr)] md:grid-cols-[300px_minmax(0,1fr)] md:grid-rows-1">
      <VersionList
        versions={versions}
        hasDraft={draftText === null ? "no" : "yes"}
        shown={shown}
        members={members}
        onShow={setChosen}
      />
      <section
        aria-label={shown === "draft" ? t("draft") : t("number", { number: shown })}
        className="flex min-h-0 min-w-0 flex-col border-line max-md:border-t md:border-l"
      >
        <header className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
          <Segmented
            label={t("view")}
            size="sm"
            value={view}
            options={[
              { value: "changes", label: t("changes") },
              { value: "file", label: t("file") },
            ]}
            onChange={setView}
          />
          {view === "changes" && shown !== "draft" ? (
            <NativeSelect
              aria-label={t("against")}
              value={against}
              onChange={(event) => setAgainst(event.target.value === "current" ? "current" : "before")}
              className="w-52"
            >
              <option value="before">{t("againstBefore")}</option>
              <option value="current">{t("againstCurrent", { number: current?.number ?? 0 })}</option>
            </NativeSelect>
          ) : null}
          <Acts agentId={agentId} shown={shown} current={current} mayWrite={mayWrite} onRollBack={acts.onRollBack} />
        </header>
        <ScrollArea label={t(view)} className="min-h-0 flex-1">
          <Content view={view} text={text} other={other === null ? { text: "" } : textOf(other)} hasOther={other} />
        </ScrollArea>
      </section>
    </div>
  );
}

type VersionsTabProps = {
  agentId: string;
  versions: readonly PublishedVersion[];
  /** What is not published yet; null when that is nothing. */
  draftText: string | null;
  members: Readonly<Record<string, string>>;
  mayWrite: boolean;
  readVersion: AgentActions["readVersion"];
  onRollBack: (number: number, note: string) => Promise<string | null>;
};

type ContentProps = { view: "changes" | "file"; text: VersionText; other: VersionText; hasOther: number | null };

function Content({ view, text, other, hasOther }: ContentProps) {
  const t = useTranslations("agents.versions");
  const needed = view === "changes" && hasOther !== null ? [text, other] : [text];
  const broken = needed.find((each) => each !== null && "problem" in each);
  if (broken && "problem" in broken) return <p className="px-4 py-3 text-danger-text">{broken.problem}</p>;
  if (!text || !other || "problem" in text || "problem" in other) return <Skeleton className="m-4 h-24" />;
  if (view === "file") return <pre className="px-4 py-3 font-mono text-12 whitespace-pre-wrap">{text.text}</pre>;
  if (hasOther === null) return <p className="px-4 py-3 text-ink-2">{t("first")}</p>;
  return <VersionDiff before={other.text} after={text.text} />;
}

type ActsProps = Pick<VersionsTabProps, "agentId" | "mayWrite" | "onRollBack"> & {
  shown: ShownVersion;
  current: PublishedVersion | null;
};

function Acts({ agentId, shown, current, mayWrite, onRollBack }: ActsProps) {
  const t = useTranslations("agents.versions");
  const [asking, setAsking] = useState<"no" | "yes">("no");
  if (shown === "draft") return null;
  const next = (current?.number ?? 0) + 1;
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      <Button size="sm" asChild>
        <a href={`/api/agents/${encodeURIComponent(agentId)}/file?version=${shown}`} download>
          <Download aria-hidden />
          {t("export")}
        </a>
      </Button>
      {mayWrite && shown !== current?.number ? (
        <Button size="sm" onClick={() => setAsking("yes")}>
          <RotateCcw aria-hidden />
          {t("rollBack", { number: shown })}
        </Button>
      ) : null}
      {asking === "yes" ? (
        <NoteDialog
          title={t("rollBackTitle", { number: shown })}
          description={t("rollBackText", { number: shown, next })}
          confirm={t("rollBackConfirm", { next })}
          onConfirm={(note) => onRollBack(shown, note)}
          onClose={() => setAsking("no")}
        />
      ) : null}
    </div>
  );
}
