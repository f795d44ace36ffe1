"use client";
import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

/** Says what its one child is or does, on hover and on focus. */
export function Tooltip({ label, side = "top", children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={400}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-(--z-palette) flex max-w-72 animate-appear items-center gap-2 rounded-sm bg-ink px-2 py-1 text-12 text-surface shadow-2"
          >
            {label}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}

type TooltipProps = { label: ReactNode; side?: "top" | "right" | "bottom" | "left"; children: ReactNode };
