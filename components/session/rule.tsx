import type { ReactNode } from "react";

/** A line across the thread with a few words in its middle. */
export function Rule({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 text-12 text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </div>
  );
}
