"use client";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { useFieldAttributes } from "./field.tsx";
import { inputFrame } from "./input.tsx";

/** Text of several lines; it grows with what is written where the browser can. */
export function Textarea({ className, rows = 2, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldAttributes()}
      rows={rows}
      className={cn(inputFrame, "field-sizing-content block max-h-80 w-full resize-y px-2 py-1", className)}
      {...rest}
    />
  );
}
