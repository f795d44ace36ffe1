"use client";
import { ArrowUpDown, ChevronDown, LayoutGrid, List, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, RefObject } from "react";
import { Button } from "#components/ui/button.tsx";
import { FilterChip } from "#components/ui/filter-chip.tsx";
import { Input } from "#components/ui/input.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "#components/ui/menu.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import { GalleryFilter, Health } from "./gallery-filter.ts";
import { LANGUAGE_NAMES } from "./tool-text.ts";

/** Search, filters, order and view of the gallery. */
export function GalleryToolbar({ filter, onChange, search, listId, onEnterList }: GalleryToolbarProps) {
  const t = useTranslations("tools");
  useShortcut("/", () => search.current?.focus());
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      onEnterList();
    } else if (event.key === "Escape" && filter.query !== "") {
      onChange({ query: "" });
    }
  };
  return (
    <search className="flex shrink-0 flex-wrap items-center gap-2 px-4 py-3">
      <div className="relative w-full sm:w-68">
        <Search aria-hidden className="pointer-events-none absolute top-[7px] left-2 size-3.5 text-ink-3" />
        <Input
          ref={search}
          type="search"
          value={filter.query}
          onChange={(event) => onChange({ query: event.target.value })}
          onKeyDown={onSearchKey}
          placeholder={t("searchPlaceholder")}
          aria-label={t("search")}
          aria-controls={listId}
          className="pr-8 pl-7 [&::-webkit-search-cancel-button]:hidden"
        />
        <Kbd keys="/" className="pointer-events-none absolute top-[5px] right-1.5 max-sm:hidden" />
      </div>
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
