"use client";
import { Plus, Wrench } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useRef } from "react";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { areSingleKeysOn } from "#components/ui/single-keys.ts";
import { isChord } from "#components/ui/use-shortcut.ts";
import type { ToolSummary } from "#lib/registry/schema.ts";
import { filterTools, NO_FILTER } from "./gallery-filter.ts";
import { GalleryFooter } from "./gallery-footer.tsx";
import { GalleryProblem } from "./gallery-problem.tsx";
import { GalleryToolbar } from "./gallery-toolbar.tsx";
import { requestRun } from "./run-request.ts";
import { ToolCards } from "./tool-cards.tsx";
import { ToolRows } from "./tool-rows.tsx";
import { useGalleryFilter } from "./use-gallery-filter.ts";
import { useListFocus } from "./use-list-focus.ts";

/** All tools of the team: found, narrowed, ordered and opened, by hand or by keyboard. */
export function Gallery({ tools, mayCreate }: { tools: ToolSummary[]; mayCreate: boolean }) {
  const t = useTranslations("tools");
  const [filter, change] = useGalleryFilter();
  const { list, enter, onKeyDown } = useListFocus<HTMLDivElement>();
  const search = useRef<HTMLInputElement>(null);
  const listId = useId();
  const shown = filterTools(tools, filter);
  const List = filter.view === "cards" ? ToolCards : ToolRows;

  const onListKeyDown = (event: KeyboardEvent) => {
    const name = (event.target as HTMLElement).dataset.entry;
    if (name === undefined || !areSingleKeysOn() || !isChord(event.nativeEvent, "r")) return onKeyDown(event);
    requestRun(name);
    (event.target as HTMLElement).click();
  };
  return (
    <>
      <PageBar actions={mayCreate && tools.length > 0 ? <NewToolLink /> : null}>
        <PageTitle>{t("title")}</PageTitle>
        <span className="text-ink-3">{tools.length}</span>
      </PageBar>
      {tools.length > 0 ? (
        <GalleryToolbar filter={filter} onChange={change} search={search} listId={listId} onEnterList={enter} />
      ) : null}
      <GalleryProblem tools={tools} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the links inside, which are in the focus order. */}
      <div ref={list} id={listId} onKeyDown={onListKeyDown} className="min-h-0 flex-1 overflow-y-auto">
        {shown.length > 0 ? (
          <List tools={shown} />
        ) : (
          <NoTools
            reason={tools.length === 0 ? "none" : "filtered"}
            mayCreate={mayCreate}
            onClear={() => change({ ...NO_FILTER, view: filter.view })}
          />
        )}
      </div>
      <GalleryFooter tools={tools} shown={shown.length} />
    </>
  );
}

function NewToolLink() {
  const t = useTranslations("common");
  return (
    <Button variant="primary" asChild>
      <Link href="/tools/new">
        <Plus aria-hidden />
        {t("newTool")}
        <Kbd keys="n" className="max-sm:hidden" />
      </Link>
    </Button>
  );
}

function NoTools({
  reason,
  mayCreate,
  onClear,
}: {
  reason: "none" | "filtered";
  mayCreate: boolean;
  onClear: () => void;
}) {
  const t = useTranslations("tools");
  if (reason === "none") {
    return (
      <EmptyState
        icon={Wrench}
        title={t("empty.title")}
        description={t("empty.description")}
        action={mayCreate ? <NewToolLink /> : null}
      />
    );
  }
  return (
    <EmptyState
      icon={Wrench}
      title={t("noMatch.title")}
      description={t("noMatch.description")}
      action={<Button onClick={onClear}>{t("noMatch.action")}</Button>}
    />
  );
}
