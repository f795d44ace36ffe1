import { cn } from "#components/ui/class-names.ts";

/** The studio's sign: a drafting T-square. */
export function Mark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn("grid size-6 shrink-0 place-items-center rounded-sm bg-ink text-surface", className)}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        className="size-4 fill-none stroke-current stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round]"
      >
        <path d="M3.5 4.5h3M9.5 4.5h3M8 6v6.5M5.5 12.5h5" />
        <circle cx="8" cy="4.5" r="1.5" />
      </svg>
    </span>
  );
}
