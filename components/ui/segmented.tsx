"use client";
import type { LucideIcon } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { cn } from "./class-names.ts";

/** One of a few choices, all in sight; arrow keys move. `show="icon"` keeps the labels for screen readers and tooltips. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, value, options, onChange, size = "md", show = "label", disabled = false, className } = props;
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as V)}
      disabled={disabled}
      orientation="horizontal"
      className={cn(
        "inline-flex shrink-0 rounded-sm border border-line-strong bg-sunken p-0.5",
        size === "sm" ? "h-6" : "h-7",
        className,
      )}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          {...(show === "icon" ? { "aria-label": option.label, title: option.label } : {})}
          className={cn(
            "inline-flex items-center gap-1.5 rounded-xs px-2 text-12 font-medium whitespace-nowrap text-ink-2 transition-colors hover:text-ink",
            "data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-1",
            "disabled:cursor-not-allowed disabled:text-ink-3",
          )}
        >
          {option.icon ? <option.icon aria-hidden className="size-3.5 shrink-0" /> : null}
          {show === "icon" ? null : option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

type SegmentedProps<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string; icon?: LucideIcon }[];
  onChange: (value: V) => void;
  size?: "sm" | "md";
  show?: "label" | "icon";
  disabled?: boolean;
  className?: string;
};
