"use client";
import { Bot, Plus, Upload } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { useListFocus } from "#components/tools/use-list-focus.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { AgentSummary } from "#lib/agents/schema.ts";
import type { AgentListActions } from "./actions.ts";
import { filterAgents, NO_FILTER } from "./agent-filter.ts";
import { AgentRows } from "./agent-rows.tsx";
import { AgentToolbar } from "./agent-toolbar.tsx";
import { ImportAgent } from "./import-agent.tsx";

type Props = {
  agents: AgentSummary[];
  /** Whether agents that need a model server can run at all. */
  hasProvider: boolean;
  mayWrite: boolean;
  actions: AgentListActions;
};

/** All agents of the team: found, opened, tried, brought in as files. */
export function AgentList({ agents, hasProvider, mayWrite, actions }: Props) {
  const t = useTranslations("agents");
  const [filter, setFilter] = useState(NO_FILTER);
  const [importing, setImporting] = useState(false);
  const { list, enter, onKeyDown } = useListFocus<HTMLDivElement>();
  const search = useRef<HTMLInputElement>(null);
  const listId = useId();
  const shown = filterAgents(agents, filter);
  const begin = mayWrite ? <BeginButtons onImport={() => setImporting(true)} /> : null;
  return (
    <>
      <PageBar actions={agents.length > 0 ? begin : null}>
        <PageTitle>{t("title")}</PageTitle>
        <span className="text-ink-3">{agents.length}</span>
      </PageBar>
      {agents.length > 0 ? (
        <AgentToolbar filter={filter} onChange={setFilter} search={search} listId={listId} onEnterList={enter} />
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links inside, which are in the focus order. */}
      <div ref={list} id={listId} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto">
        {shown.length > 0 ? (
          <AgentRows agents={shown} hasProvider={hasProvider} mayWrite={mayWrite} actions={actions} />
        ) : agents.length === 0 ? (
          <EmptyState icon={Bot} title={t("empty.title")} description={t("empty.description")} action={begin} />
        ) : (
          <EmptyState
            icon={Bot}
            title={t("noMatch.title")}
            description={t("noMatch.description")}
            action={<Button onClick={() => setFilter(NO_FILTER)}>{t("noMatch.action")}</Button>}
          />
        )}
      </div>
      {importing ? <Import actions={actions} onClose={() => setImporting(false)} /> : null}
    </>
  );
}

function Import({ actions, onClose }: { actions: AgentListActions; onClose: () => void }) {
  const router = useRouter();
  const onImported = (id: string) => {
    router.push(`/agents/${encodeURIComponent(id)}`);
    router.refresh();
  };
  return <ImportAgent create={actions.create} onImported={onImported} onClose={onClose} />;
}

function BeginButtons({ onImport }: { onImport: () => void }) {
  const t = useTranslations("agents");
  return (
    <>
      <Button variant="ghost" onClick={onImport} aria-label={t("import.action")}>
        <Upload aria-hidden />
        <span className="max-sm:hidden">{t("import.action")}</span>
      </Button>
      <Button variant="primary" asChild>
        <Link href="/agents/new">
          <Plus aria-hidden />
          {t("new")}
        </Link>
      </Button>
    </>
  );
}
