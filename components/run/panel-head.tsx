import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

/** The line over a panel: its name, a few words on what is in it, and at the right what can be done with it. */
export function PanelHead({ title, note, actions, className }: PanelHeadProps) {
  return (
    <div className={cn("flex h-9 shrink-0 items-center gap-2 border-b border-line px-3", className)}>
      <h2 className="flex min-w-0 items-center gap-1.5 font-semibold whitespace-nowrap">{title}</h2>
      {note ? <div className="min-w-0 truncate text-12 text-ink-3">{note}</div> : null}
      {actions ? <div className="ml-auto flex shrink-0 items-center gap-1">{actions}</div> : null}
    </div>
  );
}

type PanelHeadProps = { title: ReactNode; note?: ReactNode; actions?: ReactNode; className?: string };
