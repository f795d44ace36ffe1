import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";

/** The bar on top of a page: where one is on the left, what one can do on the right. */
export function PageBar({
  children,
  actions,
  className,
}: {
  children: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <header className={cn("flex h-12 shrink-0 items-center gap-2 border-b border-line px-4", className)}>
      <div className="flex min-w-0 flex-1 items-center gap-2">{children}</div>
      {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
    </header>
  );
}

/** The one heading of a page. */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className="min-w-0 truncate text-16 font-semibold tracking-[-0.01em]">{children}</h1>;
}
