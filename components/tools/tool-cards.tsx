"use client";
import { useTranslations } from "next-intl";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import type { ToolSummary } from "#lib/registry/schema.ts";
import { CallSpark } from "./call-spark.tsx";
import { ToolLink } from "./tool-link.tsx";
import { firstLine, LANGUAGE_NAMES } from "./tool-text.ts";

/** The gallery as cards, for descriptions that need two lines. */
export function ToolCards({ tools }: { tools: readonly ToolSummary[] }) {
  const t = useTranslations("tools");
  return (
    <ul aria-label={t("title")} className="grid grid-cols-[repeat(auto-fill,minmax(264px,1fr))] gap-3 px-4 pb-4">
      {tools.map((tool) => (
        <li
          key={tool.id}
          className="relative flex flex-col gap-2 rounded-md border border-line-strong p-3 transition-colors hover:bg-hover focus-within:border-accent focus-within:bg-selected"
        >
          <div className="flex min-w-0 items-center gap-2">
            <ToolIcon name={tool.name} />
            <ToolLink name={tool.name} className="min-w-0 truncate font-semibold" />
            <span className="ml-auto font-mono text-12 text-ink-3">v{tool.versionNumber}</span>
          </div>
          <p className="line-clamp-2 min-h-10 text-ink-2">{firstLine(tool.description)}</p>
          <div className="flex min-w-0 items-center gap-1.5">
            {tool.problem === null ? null : (
              <Tag tone="bad" title={tool.problem} className="relative">
                {t("problem")}
              </Tag>
            )}
            <Tag>{t(tool.builtin ? "origins.builtin" : "origins.own")}</Tag>
            <Tag>{LANGUAGE_NAMES[tool.language]}</Tag>
          </div>
          <div className="mt-auto flex items-center justify-between text-12">
            <CallSpark tool={tool} />
            <RelativeTime at={tool.updatedAt} className="text-ink-3" />
          </div>
        </li>
      ))}
    </ul>
  );
}
