import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";

/** A button; with `asChild` its one child (a link, say) looks like one. `shape="square"` is for a lone icon and needs a label. */
export function Button({ variant, size, shape, asChild = false, className, type = "button", ...rest }: ButtonProps) {
  const classes = cn(look({ variant, size, shape }), className);
  if (asChild) return <Slot.Root className={classes} {...rest} />;
  return <button type={type} className={classes} {...rest} />;
}

type ButtonProps = ComponentProps<"button"> & VariantProps<typeof look> & { asChild?: boolean };

const look = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-sm border font-medium whitespace-nowrap transition-colors",
    "[&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]",
    "disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none",
    "aria-disabled:cursor-not-allowed aria-disabled:border-line-strong aria-disabled:bg-sunken aria-disabled:text-ink-3 aria-disabled:shadow-none",
  ],
  {
    variants: {
      variant: {
        primary:
          "border-transparent bg-accent text-on-accent shadow-1 hover:bg-accent-hover [&:not(:disabled,[aria-disabled=true])_kbd]:border-on-accent/40 [&:not(:disabled,[aria-disabled=true])_kbd]:bg-transparent [&:not(:disabled,[aria-disabled=true])_kbd]:text-on-accent",
        secondary: "border-line-strong bg-raised text-ink shadow-1 hover:bg-hover",
        ghost:
          "border-transparent text-ink-2 hover:bg-hover hover:text-ink disabled:border-transparent disabled:bg-transparent",
        danger: "border-danger-line bg-raised text-danger-text shadow-1 hover:bg-danger-soft",
      },
      size: { sm: "h-6 px-2 text-12", md: "h-7 px-2.5 text-13", lg: "h-8 px-3 text-13" },
      shape: { text: "", square: "aspect-square px-0" },
    },
    defaultVariants: { variant: "secondary", size: "md", shape: "text" },
  },
);
