import { cn } from "#components/ui/class-names.ts";

/** An agent's mark, round, with the first letter of its name. */
export function AgentMark({ name, size = "md", className }: { name: string; size?: "sm" | "md"; className?: string }) {
  const [letter = "?"] = Array.from(new Intl.Segmenter().segment(name.trim()), ({ segment }) => segment);
  return (
    <span
      aria-hidden
      className={cn(
        "inline-grid shrink-0 place-items-center rounded-full border border-accent-line bg-accent-soft leading-none font-semibold text-accent-text uppercase",
        size === "sm" ? "size-5 text-[11px]" : "size-7 text-13",
        className,
      )}
    >
      {letter}
    </span>
  );
}
