"use client";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { useFieldAttributes } from "./field.tsx";
import { inputFrame } from "./input.tsx";

/** The browser's own select in the studio's frame. */
export function NativeSelect({ className, ...rest }: ComponentProps<"select">) {
  return (
    <span className={cn("relative inline-flex w-full min-w-0", className)}>
      <select
        {...useFieldAttributes()}
        className={cn(inputFrame, "h-7 w-full appearance-none bg-surface pr-7 pl-2 text-ellipsis")}
        {...rest}
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1.5 right-2 size-3.5 text-ink-3" />
    </span>
  );
}
