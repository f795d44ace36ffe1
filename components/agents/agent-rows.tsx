"use client";
import { MessageSquarePlus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { firstLine } from "#components/tools/tool-text.ts";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import { ListTable } from "#components/ui/list-table.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import type { AgentSummary } from "#lib/agents/schema.ts";
import type { AgentListActions } from "./actions.ts";
import { AgentMenu } from "./agent-menu.tsx";
import { ByTag } from "./by-tag.tsx";

type Props = { agents: readonly AgentSummary[]; hasProvider: boolean; mayWrite: boolean; actions: AgentListActions };

/** The agents as a table: one a row, with the way into a session at its end. */
export function AgentRows({ agents, ...shared }: Props) {
  const t = useTranslations("agents");
  return (
    <ListTable
      label={t("title")}
      heads={
        <>
          <th scope="col">
            <span className="pl-13">{t("columns.name")}</span>
          </th>
          <th scope="col" className="w-44 max-lg:hidden">
            {t("columns.by")}
          </th>
          <th scope="col" className="w-36 max-md:hidden">
            {t("columns.tools")}
          </th>
          <th scope="col" className="w-15 max-lg:hidden">
            {t("columns.version")}
          </th>
          <th scope="col" className="w-25 text-right max-sm:hidden">
            {t("columns.changed")}
          </th>
          <th scope="col" className="w-48 max-lg:w-24">
            <span className="sr-only">{t("columns.acts")}</span>
          </th>
        </>
      }
    >
      {agents.map((agent) => (
        <AgentRow key={agent.id} agent={agent} {...shared} />
      ))}
    </ListTable>
  );
}

function AgentRow({ agent, hasProvider, mayWrite, actions }: Omit<Props, "agents"> & { agent: AgentSummary }) {
  const t = useTranslations("agents");
  const router = useRouter();
  const address = `/agents/${encodeURIComponent(agent.id)}`;
  const needsProvider = agent.model.by === "server" && !hasProvider;
  return (
    <tr className="group relative focus-within:bg-selected hover:bg-hover focus-within:hover:bg-selected [&>td]:h-13 [&>td]:border-b [&>td]:border-line [&>td]:px-2">
      <td className="group-focus-within:shadow-[inset_2px_0_var(--accent)]">
        <div className="flex min-w-0 items-center gap-4 pl-2">
          <AgentMark name={agent.name} />
          <div className="min-w-0 flex-1">
            <div className="flex min-w-0 items-center gap-2">
              <Link
                href={address}
                data-entry={agent.id}
                prefetch={false}
                className="truncate font-semibold outline-none after:absolute after:inset-0"
              >
                {agent.name}
              </Link>
              {agent.builtin ? <Tag className="max-sm:hidden">{t("sample")}</Tag> : null}
              {agent.state === "published" ? null : <Tag tone="warn">{t(`state.${agent.state}`)}</Tag>}
              <ByTag by={agent.model.by} className="lg:hidden" />
              {needsProvider ? <Tag tone="warn">{t("needsProvider")}</Tag> : null}
            </div>
            <p className="truncate leading-4.5 text-ink-2">{firstLine(agent.description)}</p>
          </div>
        </div>
      </td>
      <td className="max-lg:hidden">
        {agent.model.by === "server" ? (
          <code className="block truncate text-12 text-ink-2">{agent.model.name ?? t("defaultModel")}</code>
        ) : (
          <span className="flex">
            <ByTag by={agent.model.by} />
          </span>
        )}
      </td>
      <td className="max-md:hidden">
        <ToolMarks tools={agent.tools} />
      </td>
      <td className="font-mono text-12 text-ink-2 max-lg:hidden">
        {agent.versionNumber === null ? "–" : t("version", { number: agent.versionNumber })}
      </td>
      <td className="text-right text-ink-3 max-sm:hidden">
        <RelativeTime at={agent.updatedAt} className="relative" />
      </td>
      <td>
        <div className="flex items-center justify-end gap-1 pr-2">
          {agent.state === "draft" ? null : (
            <Button size="sm" asChild className="relative" aria-label={t("startSessionWith", { name: agent.name })}>
              <Link href={`/sessions/new?agent=${encodeURIComponent(agent.id)}`} prefetch={false}>
                <MessageSquarePlus aria-hidden />
                <span className="max-lg:hidden">{t("startSession")}</span>
              </Link>
            </Button>
          )}
          <AgentMenu
            agent={agent}
            mayWrite={mayWrite}
            actions={actions}
            onDuplicated={(id) => router.push(`/agents/${encodeURIComponent(id)}`)}
            onRemoved={() => router.refresh()}
          />
        </div>
      </td>
    </tr>
  );
}

const MOST_MARKS = 4;

function ToolMarks({ tools }: { tools: readonly string[] }) {
  const t = useTranslations("agents");
  if (tools.length === 0) return <span className="text-ink-3">{t("noTools")}</span>;
  return (
    <span title={tools.join(", ")} className="relative flex items-center gap-1">
      {tools.slice(0, MOST_MARKS).map((tool) => (
        <ToolIcon key={tool} name={tool} size="sm" />
      ))}
      {tools.length > MOST_MARKS ? <span className="text-12 text-ink-3">+{tools.length - MOST_MARKS}</span> : null}
      <span className="sr-only">{tools.join(", ")}</span>
    </span>
  );
}
