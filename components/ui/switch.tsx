"use client";
import { Switch as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { useFieldAttributes } from "./field.tsx";

/** On or off, at once. */
export function Switch({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      {...useFieldAttributes()}
      className={cn(
        "inline-flex h-4 w-6.5 shrink-0 items-center rounded-full bg-line-input p-0.5 transition-colors data-[state=checked]:bg-accent",
        "aria-invalid:outline aria-invalid:outline-danger disabled:cursor-not-allowed disabled:bg-line-strong",
        className,
      )}
      {...rest}
    >
      <Primitive.Thumb className="block size-3 rounded-full bg-on-accent transition-transform data-[state=checked]:translate-x-2.5" />
    </Primitive.Root>
  );
}
