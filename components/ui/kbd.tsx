"use client";
import { useSyncExternalStore } from "react";
import { cn } from "./class-names.ts";

/** A key or a chord ("mod+k", "Enter", "?") in the signs of the reader's machine. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  return (
    <kbd
      className={cn(
        "inline-flex h-4.5 shrink-0 items-center rounded-xs border border-line-strong bg-surface px-1 font-sans text-12 leading-none tracking-normal whitespace-nowrap text-ink-3",
        className,
      )}
    >
      {useChord(keys)}
    </kbd>
  );
}

/** The same chord as text, for a title or a tooltip. */
export function useChord(keys: string): string {
  const apple = useSyncExternalStore(noChange, isApple, () => true);
  const signs = keys
    .split("+")
    .map((key) => (apple ? APPLE : OTHER)[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return signs.join(apple ? "" : " ");
}

const SHARED: Record<string, string> = { Enter: "↵", Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", Delete: "Del" };
const APPLE: Record<string, string> = { ...SHARED, mod: "⌘", shift: "⇧", alt: "⌥" };
const OTHER: Record<string, string> = { ...SHARED, mod: "Ctrl", shift: "Shift", alt: "Alt" };

const noChange = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
