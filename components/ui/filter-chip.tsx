"use client";
import { Plus, X } from "lucide-react";
import { cn } from "./class-names.ts";
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "./menu.tsx";

/** A filter of a list: dashed while it lets everything through, filled with its value and a way out while it does not. */
export function FilterChip<V extends string>({ label, value, any, options, clearLabel, onChange }: FilterChipProps<V>) {
  const chosen = value === any ? undefined : options.find((option) => option.value === value);
  return (
    <span
      className={cn(
        "inline-flex h-7 shrink-0 items-center rounded-sm border font-medium whitespace-nowrap transition-colors",
        chosen
          ? "border-accent-line bg-accent-soft text-accent-text"
          : "border-dashed border-line-strong text-ink-2 hover:bg-hover hover:text-ink",
      )}
    >
      <Menu>
        <MenuTrigger
          className={cn("inline-flex h-full items-center gap-1.5 rounded-sm pl-2", chosen ? "pr-1" : "pr-2")}
        >
          {chosen ? null : <Plus aria-hidden className="size-3.5" />}
          {chosen ? `${label}: ${chosen.label}` : label}
        </MenuTrigger>
        <MenuContent>
          <MenuRadioGroup value={value} onValueChange={(next) => onChange(next as V)}>
            {options.map((option) => (
              <MenuRadioItem key={option.value} value={option.value}>
                {option.label}
              </MenuRadioItem>
            ))}
          </MenuRadioGroup>
        </MenuContent>
      </Menu>
      {chosen ? (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={() => onChange(any)}
          className="grid h-full w-6 place-items-center rounded-sm"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : null}
    </span>
  );
}

type FilterChipProps<V extends string> = {
  label: string;
  value: V;
  any: V;
  options: readonly { value: V; label: string }[];
  clearLabel: string;
  onChange: (value: V) => void;
};
