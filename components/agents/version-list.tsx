"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { cn } from "#components/ui/class-names.ts";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { PublishedVersion } from "#lib/agents/schema.ts";

/** Which state of an agent is looked at: a published one by its number. */
export type ShownVersion = number | "draft";

type Props = {
  versions: readonly PublishedVersion[];
  hasDraft: "yes" | "no";
  shown: ShownVersion;
  members: Readonly<Record<string, string>>;
  onShow: (version: ShownVersion) => void;
};

/** The draft and the published versions, the newest first, with who made each and why. */
export function VersionList({ versions, hasDraft, shown, members, onShow }: Props) {
  const t = useTranslations("agents.versions");
  return (
    <nav aria-label={t("list")} className="min-h-0 overflow-y-auto max-md:max-h-56">
      <ul className="divide-y divide-line border-b border-line">
        {hasDraft === "yes" ? (
          <Row isShown={shown === "draft"} onShow={() => onShow("draft")}>
            <span className="flex items-center gap-2 font-semibold">{t("draft")}</span>
            <span className="text-12 text-ink-2">{t("draftHint")}</span>
          </Row>
        ) : null}
        {versions.map(({ number, note, publishedAt, publishedBy, sessions, isCurrent }) => (
          <Row key={number} isShown={shown === number} onShow={() => onShow(number)}>
            <span className="flex items-center gap-2">
              <span className="font-mono font-semibold">v{number}</span>
              {isCurrent ? <Tag tone="ok">{t("current")}</Tag> : null}
              <span className="ml-auto text-12 text-ink-3">{t("sessions", { count: sessions })}</span>
            </span>
            {note === null ? null : (
              <span className="line-clamp-3 whitespace-pre-line wrap-anywhere">
                <SafeText text={note} />
              </span>
            )}
            <span className="flex min-w-0 gap-1.5 text-12 text-ink-3">
              <span className="truncate">
                {publishedBy === null ? t("studio") : (members[publishedBy] ?? t("gone"))}
              </span>
              <span aria-hidden>·</span>
              <RelativeTime at={publishedAt} className="shrink-0" />
            </span>
          </Row>
        ))}
      </ul>
    </nav>
  );
}

function Row({ isShown, onShow, children }: { isShown: boolean; onShow: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        aria-current={isShown || undefined}
        onClick={onShow}
        className={cn(
          "flex w-full flex-col gap-0.5 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2",
          isShown && "bg-selected shadow-[inset_2px_0_var(--accent)] hover:bg-selected",
        )}
      >
        {children}
      </button>
    </li>
  );
}
