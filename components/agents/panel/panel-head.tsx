"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";

type Props = {
  icon: ReactNode;
  title: ReactNode;
  about?: string;
  actions?: ReactNode;
  onClose?: (() => void) | undefined;
};

/** What the side panel is of, and what can be done with it. */
export function PanelHead({ icon, title, about, actions, onClose }: Props) {
  const t = useTranslations("agents.graph");
  return (
    <header className="sticky top-0 z-(--z-sticky) flex min-h-11 items-center gap-2 border-b border-line bg-surface py-1.5 pr-2 pl-4">
      {icon}
      <div className="min-w-0 flex-1">
        <h2 id="panel-title" className="flex min-w-0 items-center gap-1.5 font-semibold">
          {title}
        </h2>
        {about ? <p className="truncate text-12 text-ink-3">{about}</p> : null}
      </div>
      {actions}
      {onClose ? (
        <Button size="sm" variant="ghost" shape="square" aria-label={t("closePart")} onClick={onClose}>
          <X aria-hidden />
        </Button>
      ) : null}
    </header>
  );
}
