import { Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

/** A line over a page's content that says what stands in the way, with what to do about it. */
export function Notice({ tone, text, actions }: { tone: keyof typeof TONES; text: ReactNode; actions?: ReactNode }) {
  const Icon = tone === "neutral" ? Info : TriangleAlert;
  return (
    <div
      role={tone === "bad" ? "alert" : "status"}
      className={cn("flex shrink-0 flex-wrap items-center gap-2 border-b border-line py-1.5 pr-2 pl-4", TONES[tone])}
    >
      <Icon aria-hidden className="size-4 shrink-0 stroke-[1.5]" />
      <div className="min-w-40 flex-1">{text}</div>
      {actions}
    </div>
  );
}

const TONES = {
  neutral: "bg-sunken text-ink-2",
  warn: "bg-warn-soft text-warn-text",
  bad: "bg-danger-soft text-danger-text",
};
