import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";

/** A short word about a thing: its kind or its state. */
export function Tag({ tone, className, ...rest }: ComponentProps<"span"> & VariantProps<typeof look>) {
  return <span className={cn(look({ tone }), className)} {...rest} />;
}

const look = cva(
  "inline-flex h-5 shrink-0 items-center gap-1 rounded-xs border border-transparent px-1.5 text-12 leading-none whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "border-line bg-sunken text-ink-2",
        ok: "bg-ok-soft text-ok-text",
        warn: "bg-warn-soft text-warn-text",
        bad: "bg-danger-soft text-danger-text",
        accent: "bg-accent-soft text-accent-text",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);
