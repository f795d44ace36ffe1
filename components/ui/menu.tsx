"use client";
import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./class-names.ts";
import { Kbd } from "./kbd.tsx";

/** A menu that drops from its trigger. */
export const Menu = Primitive.Root;
export const MenuTrigger = Primitive.Trigger;
export const MenuRadioGroup = Primitive.RadioGroup;

export function MenuContent({ className, align = "start", ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          "z-(--z-menu) max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-appear overflow-y-auto rounded-md border border-line-strong bg-raised p-1 shadow-3",
          className,
        )}
        {...rest}
      />
    </Primitive.Portal>
  );
}

export function MenuItem({ icon: Icon, keys, tone = "neutral", className, children, ...rest }: MenuItemProps) {
  return (
    <Primitive.Item className={cn(row, tone === "danger" && "text-danger-text", className)} {...rest}>
      {Icon ? <Icon aria-hidden className="size-3.5 shrink-0 text-ink-3" /> : null}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {keys ? <Kbd keys={keys} /> : null}
    </Primitive.Item>
  );
}

type MenuItemProps = Omit<ComponentProps<typeof Primitive.Item>, "asChild"> & {
  icon?: LucideIcon;
  keys?: string;
  tone?: "neutral" | "danger";
};

export function MenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={cn(row, className)} {...rest}>
      <Mark />
      {children}
    </Primitive.RadioItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2 pt-1.5 pb-1 text-12 text-ink-3">{children}</Primitive.Label>;
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line" />;
}

function Mark() {
  return (
    <span className="inline-grid size-3.5 shrink-0 place-items-center">
      <Primitive.ItemIndicator>
        <Check aria-hidden className="size-3.5 text-accent-text" />
      </Primitive.ItemIndicator>
    </span>
  );
}

const row =
  "flex h-7 cursor-default items-center gap-2 rounded-sm px-2 text-13 outline-none select-none data-highlighted:bg-hover data-disabled:text-ink-3";
