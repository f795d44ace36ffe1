import type { ComponentProps } from "react";
import { cn } from "#components/ui/class-names.ts";

/** A part of the page that scrolls by itself, also by keyboard. */
export function ScrollArea({ label, className, ...rest }: ComponentProps<"section"> & { label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={cn("min-h-0 min-w-0 flex-1 overflow-auto focus-visible:-outline-offset-2", className)}
      {...rest}
    />
  );
}
