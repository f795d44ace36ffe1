"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { cn } from "./class-names.ts";

/** A dialog over the page; focus stays inside and returns to the trigger. */
export const Dialog = Primitive.Root;
export const DialogClose = Primitive.Close;

/** The dialog's panel: a title, what it asks, the content, and its buttons in `footer`. */
export function DialogContent({ title, description, footer, className, children }: DialogContentProps) {
  const t = useTranslations("common");
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-(--z-dialog) bg-scrim" />
      <Primitive.Content
        {...(description ? {} : { "aria-describedby": undefined })}
        className={cn(
          "fixed top-[12vh] left-1/2 z-(--z-dialog) flex max-h-[80vh] w-[min(480px,calc(100vw-32px))] -translate-x-1/2 animate-appear flex-col rounded-lg border border-line-strong bg-surface shadow-3 focus:outline-none",
          className,
        )}
      >
        <header className="flex shrink-0 items-start gap-2 border-b border-line py-3 pr-2 pl-4">
          <div className="min-w-0 flex-1">
            <Primitive.Title className="text-14 font-semibold">{title}</Primitive.Title>
            {description ? <Primitive.Description className="text-ink-2">{description}</Primitive.Description> : null}
          </div>
          <Primitive.Close asChild>
            <Button variant="ghost" size="sm" shape="square" aria-label={t("close")}>
              <X aria-hidden />
            </Button>
          </Primitive.Close>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        {footer ? (
          <footer className="flex shrink-0 justify-end gap-2 border-t border-line px-4 py-3">{footer}</footer>
        ) : null}
      </Primitive.Content>
    </Primitive.Portal>
  );
}

type DialogContentProps = {
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  className?: string;
  children?: ReactNode;
};
