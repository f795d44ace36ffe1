"use client";

import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import { useKept } from "./kept-state.tsx";

type Props = { id: string; icon: LucideIcon; label: ReactNode; note?: ReactNode; children: ReactNode };

/** A line that opens to what it is about. */
export function Disclosure({ id, icon: Icon, label, note, children }: Props) {
  const [state, setState] = useKept<"open" | "closed">(id, "closed");
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={state === "open"}
        onClick={() => setState(state === "open" ? "closed" : "open")}
        className="flex max-w-full items-center gap-1.5 rounded-xs text-13 text-ink-2 hover:text-ink"
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 truncate">{label}</span>
        {note ? <span className="min-w-0 truncate text-ink-3">{note}</span> : null}
        <ChevronRight aria-hidden className={cn("size-3.5 shrink-0 text-ink-3", state === "open" && "rotate-90")} />
      </button>
      {state === "open" ? <div className="mt-1 border-l-2 border-line pl-3">{children}</div> : null}
    </div>
  );
}
