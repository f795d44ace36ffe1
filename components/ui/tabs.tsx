"use client";
import { Tabs as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";

/** Panels of which one shows; arrow keys move along the tabs. */
export function Tabs({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root className={cn("flex min-h-0 min-w-0 flex-col", className)} {...rest} />;
}

export function TabList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      className={cn(
        "flex h-9 shrink-0 gap-2 overflow-x-auto border-b border-line px-3 [scrollbar-width:none]",
        className,
      )}
      {...rest}
    />
  );
}

/** A tab; `count` stands small behind its name. */
export function Tab({
  count,
  className,
  children,
  ...rest
}: ComponentProps<typeof Primitive.Trigger> & { count?: ReactNode }) {
  return (
    <Primitive.Trigger
      className={cn(
        "relative inline-flex h-9 shrink-0 items-center gap-1.5 px-1 font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink",
        "after:absolute after:inset-x-1 after:bottom-0 after:h-0.5 data-[state=active]:text-ink data-[state=active]:after:bg-accent",
        "focus-visible:-outline-offset-2",
        className,
      )}
      {...rest}
    >
      {children}
      {count === undefined ? null : <span className="text-12 font-normal text-ink-3"> {count}</span>}
    </Primitive.Trigger>
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content className={cn("min-h-0 min-w-0 flex-1 focus-visible:-outline-offset-2", className)} {...rest} />
  );
}
