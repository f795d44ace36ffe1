"use client";
import { Popover as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";

/** A small panel that opens beside its trigger; Escape and a click outside close it. */
export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;

export function PopoverContent({ className, align = "end", ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          "z-(--z-menu) max-h-(--radix-popover-content-available-height) w-[min(400px,calc(100vw-16px))] animate-appear overflow-y-auto rounded-md border border-line-strong bg-raised shadow-3 focus:outline-none",
          className,
        )}
        {...rest}
      />
    </Primitive.Portal>
  );
}
