import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./class-names.ts";

/** Where nothing is yet: one sentence and one action. */
export function EmptyState({ icon: Icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn("mx-auto flex max-w-96 flex-col items-center gap-2 px-4 py-16 text-center", className)}>
      {Icon ? (
        <span className="mb-1 grid size-10 place-items-center rounded-md border border-line-strong bg-sunken text-ink-2">
          <Icon aria-hidden className="size-5 stroke-[1.5]" />
        </span>
      ) : null}
      <div className="text-16 font-semibold text-balance">{title}</div>
      {description ? <p className="text-14 text-balance text-ink-2">{description}</p> : null}
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

type EmptyStateProps = {
  icon?: LucideIcon;
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
};
