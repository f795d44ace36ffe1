"use client";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { FilterChip } from "#components/ui/filter-chip.tsx";
import { SearchBox } from "#components/ui/search-box.tsx";
import { SortMenu } from "#components/ui/sort-menu.tsx";
import { type AgentFilter, SORTS } from "./agent-filter.ts";

/** Search, filter and order of the list of agents. */
export function AgentToolbar({ filter, onChange, search, listId, onEnterList }: AgentToolbarProps) {
  const t = useTranslations("agents");
  const change = (part: Partial<AgentFilter>) => onChange({ ...filter, ...part });
  const ways = (["server", "rehearsal", "person"] as const).map((value) => ({ value, label: t(`by.${value}`) }));
  return (
    <search className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
      <SearchBox
        input={search}
        query={filter.query}
        label={t("search")}
        placeholder={t("searchPlaceholder")}
        listId={listId}
        onChange={(query) => change({ query })}
        onEnterList={onEnterList}
      />
      <FilterChip
        label={t("by.label")}
        value={filter.by}
        any="any"
        options={[{ value: "any", label: t("by.any") }, ...ways]}
        clearLabel={t("clearFilter", { label: t("by.label") })}
        onChange={(by) => change({ by })}
      />
      <div className="ml-auto">
        <SortMenu
          label={t("sortBy", { by: t(`sorts.${filter.sort}`) })}
          value={filter.sort}
          options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          onChange={(sort) => change({ sort })}
        />
      </div>
    </search>
  );
}

type AgentToolbarProps = {
  filter: AgentFilter;
  onChange: (filter: AgentFilter) => void;
  search: RefObject<HTMLInputElement | null>;
  listId: string;
  onEnterList: () => void;
};
