"use client";
import { Search } from "lucide-react";
import type { KeyboardEvent, RefObject } from "react";
import { Input } from "./input.tsx";
import { Kbd } from "./kbd.tsx";
import { useShortcut } from "./use-shortcut.ts";

/** The search above a list: `/` goes there from anywhere, ↓ and ↵ go on into the list, Escape empties it. */
export function SearchBox({ input, query, label, placeholder, listId, onChange, onEnterList }: SearchBoxProps) {
  useShortcut("/", () => input.current?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      onEnterList();
    } else if (event.key === "Escape" && query !== "") {
      onChange("");
    }
  };
  return (
    <div className="relative w-full sm:w-68">
      <Search aria-hidden className="pointer-events-none absolute top-[7px] left-2 size-3.5 text-ink-3" />
      <Input
        ref={input}
        type="search"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={placeholder}
        aria-label={label}
        aria-controls={listId}
        className="pr-8 pl-7 [&::-webkit-search-cancel-button]:hidden"
      />
      <Kbd keys="/" className="pointer-events-none absolute top-[5px] right-1.5 max-sm:hidden" />
    </div>
  );
}

type SearchBoxProps = {
  input: RefObject<HTMLInputElement | null>;
  query: string;
  label: string;
  placeholder: string;
  listId: string;
  onChange: (query: string) => void;
  onEnterList: () => void;
};
