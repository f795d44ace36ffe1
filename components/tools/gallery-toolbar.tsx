"use client";
import { ArrowUpDown, ChevronDown, LayoutGrid, List } from "lucide-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { Button } from "#components/ui/button.tsx";
import { FilterChip } from "#components/ui/filter-chip.tsx";
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "#components/ui/menu.tsx";
import { SearchBox } from "#components/ui/search-box.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
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
        <SortMenu filter={filter} onChange={onChange} />
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

function SortMenu({ filter, onChange }: Changing) {
  const t = useTranslations("tools");
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          variant="ghost"
          aria-label={t("sortBy", { by: t(`sorts.${filter.sort}`) })}
          className="max-sm:w-7 max-sm:px-0"
        >
          <span className="max-sm:hidden">{t("sortBy", { by: t(`sorts.${filter.sort}`) })}</span>
          <ChevronDown aria-hidden className="max-sm:hidden" />
          <ArrowUpDown aria-hidden className="sm:hidden" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuRadioGroup
          value={filter.sort}
          onValueChange={(sort) => onChange(GalleryFilter.pick({ sort: true }).parse({ sort }))}
        >
          {SORTS.map((sort) => (
            <MenuRadioItem key={sort} value={sort}>
              {t(`sorts.${sort}`)}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}

const SORTS = GalleryFilter.shape.sort.unwrap().options;
