import { cn } from "./class-names.ts";

/** A dot that shows a state; without a `label` it is decoration beside a word that says the same. */
export function Pip({ tone, label, className }: { tone: Tone; label?: string; className?: string }) {
  const said = label
    ? ({ role: "img", "aria-label": label, title: label } as const)
    : ({ "aria-hidden": true } as const);
  return <span {...said} className={cn("inline-block size-2 shrink-0 rounded-full", TONES[tone], className)} />;
}

type Tone = "ok" | "warn" | "bad" | "run" | "idle";

const TONES: Record<Tone, string> = {
  ok: "bg-ok",
  warn: "bg-warn",
  bad: "bg-danger",
  run: "animate-breathe bg-accent outline-3 outline-accent-soft",
  idle: "border-[1.5px] border-ink-3",
};
