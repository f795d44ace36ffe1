"use client";
import { useTranslations } from "next-intl";
import { Duration } from "#components/ui/duration.tsx";
import { ListTable } from "#components/ui/list-table.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import type { ToolSummary } from "#lib/registry/schema.ts";
import { CallSpark } from "./call-spark.tsx";
import { ToolLink } from "./tool-link.tsx";
import { firstLine, LANGUAGE_NAMES } from "./tool-text.ts";

/** The gallery as a table: one tool a row, every column on one edge; narrow pages keep name, calls and time. */
export function ToolRows({ tools }: { tools: readonly ToolSummary[] }) {
  const t = useTranslations("tools");
  return (
    <ListTable
      label={t("title")}
      heads={
        <>
          <th scope="col">
            <span className="pl-13">{t("columns.name")}</span>
          </th>
          <th scope="col" className="w-22 max-lg:hidden">
            {t("columns.origin")}
          </th>
          <th scope="col" className="w-25 max-lg:hidden">
            {t("columns.language")}
          </th>
          <th scope="col" className="w-15 max-lg:hidden">
            {t("columns.version")}
          </th>
          <th scope="col" className="w-43 max-sm:hidden">
            {t("columns.days")}
          </th>
          <th scope="col" className="w-20 text-right max-lg:hidden">
            {t("columns.p95")}
          </th>
          <th scope="col" className="w-27 text-right">
            <span className="pr-2">{t("columns.changed")}</span>
          </th>
        </>
      }
    >
      {tools.map((tool) => (
        <ToolRow key={tool.id} tool={tool} />
      ))}
    </ListTable>
  );
}

function ToolRow({ tool }: { tool: ToolSummary }) {
  const t = useTranslations("tools");
  return (
    <tr className="group relative focus-within:bg-selected hover:bg-hover focus-within:hover:bg-selected [&>td]:h-13 [&>td]:border-b [&>td]:border-line [&>td]:px-2">
      <td className="group-focus-within:shadow-[inset_2px_0_var(--accent)]">
        <div className="flex min-w-0 items-center gap-4 pl-2">
          <ToolIcon name={tool.name} />
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-2">
              <ToolLink name={tool.name} className="truncate font-semibold" />
              {tool.problem === null ? null : (
                <Tag tone="bad" title={tool.problem} className="relative">
                  {t("problem")}
                </Tag>
              )}
            </div>
            <p className="truncate leading-4.5 text-ink-2">{firstLine(tool.description)}</p>
          </div>
        </div>
      </td>
      <td className="max-lg:hidden">
        <Tag>{t(tool.builtin ? "origins.builtin" : "origins.own")}</Tag>
      </td>
      <td className="text-ink-2 max-lg:hidden">{LANGUAGE_NAMES[tool.language]}</td>
      <td className="font-mono text-12 text-ink-2 max-lg:hidden">v{tool.versionNumber}</td>
      <td className="max-sm:hidden">
        <CallSpark tool={tool} />
      </td>
      <td className="text-right whitespace-nowrap text-ink-2 max-lg:hidden">
        {tool.p95Ms === null ? "–" : <Duration ms={tool.p95Ms} />}
      </td>
      <td className="text-right text-ink-3">
        <RelativeTime at={tool.updatedAt} className="relative pr-2" />
      </td>
    </tr>
  );
}
