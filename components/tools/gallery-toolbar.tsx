"use client";
import { LayoutGrid, List } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { FilterChip } from "#components/ui/filter-chip.tsx";
import { SearchBox } from "#components/ui/search-box.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { SortMenu } from "#components/ui/sort-menu.tsx";
import { GalleryFilter, Health } from "./gallery-filter.ts";
import { LANGUAGE_NAMES } from "./tool-text.ts";

/** Search, filters, order and view of the gallery. */
export function GalleryToolbar({ filter, onChange, search, listId, onEnterList }: GalleryToolbarProps) {
  const t = useTranslations("tools");
  return (
    <search className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
      <SearchBox
        input={search}
        query={filter.query}
        label={t("search")}
        placeholder={t("searchPlaceholder")}
        listId={listId}
        onChange={(query) => onChange({ query })}
        onEnterList={onEnterList}
      />
      <Filters filter={filter} onChange={onChange} />
      <div className="ml-auto flex items-center gap-2">
        <SortMenu
          label={t("sortBy", { by: t(`sorts.${filter.sort}`) })}
          value={filter.sort}
          options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
          onChange={(sort) => onChange({ sort })}
        />
        <Segmented
          label={t("view")}
          show="icon"
          className="max-sm:hidden"
          value={filter.view}
          onChange={(view) => onChange({ view })}
          options={[
            { value: "rows", label: t("views.rows"), icon: List },
            { value: "cards", label: t("views.cards"), icon: LayoutGrid },
          ]}
        />
      </div>
    </search>
  );
}

type Changing = { filter: GalleryFilter; onChange: (change: Partial<GalleryFilter>) => void };

type GalleryToolbarProps = Changing & {
  search: RefObject<HTMLInputElement | null>;
  listId: string;
  onEnterList: () => void;
};

function Filters({ filter, onChange }: Changing) {
  const t = useTranslations("tools");
  const any = { value: "any" as const, label: t("any") };
  const languages = (["python", "typescript"] as const).map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
  const origins = (["builtin", "own"] as const).map((value) => ({ value, label: t(`origins.${value}`) }));
  const healths = Health.options.map((value) => ({ value, label: t(`healths.${value}`) }));
  const clear = (label: string) => t("clearFilter", { label });
  return (
    <>
      <FilterChip
        label={t("language")}
        value={filter.language}
        any="any"
        options={[any, ...languages]}
        clearLabel={clear(t("language"))}
        onChange={(language) => onChange({ language })}
      />
      <FilterChip
        label={t("origin")}
        value={filter.origin}
        any="any"
        options={[any, ...origins]}
        clearLabel={clear(t("origin"))}
        onChange={(origin) => onChange({ origin })}
      />
      <FilterChip
        label={t("health")}
        value={filter.health}
        any="any"
        options={[any, ...healths]}
        clearLabel={clear(t("health"))}
        onChange={(health) => onChange({ health })}
      />
    </>
  );
}

const SORTS = GalleryFilter.shape.sort.unwrap().options;
