"use client";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { useFieldAttributes } from "./field.tsx";

/** The frame that every text control shares. */
export const inputFrame = [
  "min-w-0 rounded-sm border border-line-input bg-surface text-13 text-ink transition-colors hover:border-ink-3",
  "aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-sunken disabled:text-ink-3",
  "[&:is(input,textarea):read-only]:bg-sunken focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0",
].join(" ");

/** A line of text; inside a `Field` it is labelled and described by it. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldAttributes()} className={cn(inputFrame, "h-7 w-full px-2", className)} {...rest} />;
}
