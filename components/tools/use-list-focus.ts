"use client";
import { type KeyboardEvent, type RefObject, useRef } from "react";
import { useShortcut } from "#components/ui/use-shortcut.ts";

/**
 * Moves the focus along the links of a list with the arrow keys, Home and End; ↓ enters the list from anywhere.
 * The links carry `data-entry`.
 */
export function useListFocus<E extends HTMLElement>(): {
  list: RefObject<E | null>;
  enter: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
} {
  const list = useRef<E>(null);
  const entries = () => Array.from(list.current?.querySelectorAll<HTMLElement>("[data-entry]") ?? []);
  const enter = () => entries()[0]?.focus();
  useShortcut("ArrowDown", enter);
  return {
    list,
    enter,
    onKeyDown: (event) => {
      const all = entries();
      const at = all.indexOf(event.target as HTMLElement);
      const next = at < 0 ? undefined : all[moved(event.key, { at, last: all.length - 1 })];
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView?.({ block: "nearest" });
    },
  };
}

function moved(key: string, { at, last }: { at: number; last: number }): number {
  switch (key) {
    case "ArrowDown":
    case "ArrowRight":
      return Math.min(at + 1, last);
    case "ArrowUp":
    case "ArrowLeft":
      return Math.max(at - 1, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return -1;
  }
}
