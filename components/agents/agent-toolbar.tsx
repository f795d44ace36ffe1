"use client";
import { ArrowUpDown, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Button } from "#components/ui/button.tsx";
import { FilterChip } from "#components/ui/filter-chip.tsx";
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "#components/ui/menu.tsx";
import { SearchBox } from "#components/ui/search-box.tsx";
import { type AgentFilter, SORTS } from "./agent-filter.ts";

/** Search, filter and order of the list of agents. */
export function AgentToolbar({ filter, onChange, search, listId, onEnterList }: AgentToolbarProps) {
  const t = useTranslations("agents");
  const change = (part: Partial<AgentFilter>) => onChange({ ...filter, ...part });
  const ways = (["server", "rehearsal", "person"] as const).map((value) => ({ value, label: t(`by.${value}`) }));
  const sortedBy = t("sortBy", { by: t(`sorts.${filter.sort}`) });
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
      <Menu>
        <MenuTrigger asChild>
          <Button variant="ghost" aria-label={sortedBy} className="ml-auto max-sm:w-7 max-sm:px-0">
            <span className="max-sm:hidden">{sortedBy}</span>
            <ChevronDown aria-hidden className="max-sm:hidden" />
            <ArrowUpDown aria-hidden className="sm:hidden" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuRadioGroup
            value={filter.sort}
            onValueChange={(sort) => change({ sort: SORTS.find((each) => each === sort) ?? "name" })}
          >
            {SORTS.map((sort) => (
              <MenuRadioItem key={sort} value={sort}>
                {t(`sorts.${sort}`)}
              </MenuRadioItem>
            ))}
          </MenuRadioGroup>
        </MenuContent>
      </Menu>
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
