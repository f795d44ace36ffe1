"use client";
import { useFormatter, useTranslations } from "next-intl";
import { Kbd } from "#components/ui/kbd.tsx";
import type { ToolSummary } from "#lib/registry/schema.ts";

/** The keys of the gallery, and how many tools and calls there are. */
export function GalleryFooter({ tools, shown }: { tools: readonly ToolSummary[]; shown: number }) {
  const t = useTranslations("tools");
  const format = useFormatter();
  const calls = tools.reduce((sum, tool) => sum + tool.callsToday, 0);
  const failed = tools.reduce((sum, tool) => sum + (tool.calls14.at(-1)?.failed ?? 0), 0);
  return (
    <footer className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-4 text-12 whitespace-nowrap text-ink-3">
      {HINTS.map(({ keys, act }) => (
        <span key={act} className="flex items-center gap-1.5 max-md:hidden">
          <Kbd keys={keys} />
          {t(`hints.${act}`)}
        </span>
      ))}
      <span role="status" className="ml-auto truncate">
        {t("shownOf", { shown, all: tools.length })}
        {" · "}
        {t("callsToday", { calls })}
        {calls > 0
          ? ` · ${t("errorShare", { share: `${format.number((failed / calls) * 100, { maximumFractionDigits: 1 })} %` })}`
          : null}
      </span>
    </footer>
  );
}

const HINTS = [
  { keys: "Enter", act: "open" },
  { keys: "r", act: "run" },
  { keys: "/", act: "search" },
  { keys: "?", act: "shortcuts" },
] as const;
