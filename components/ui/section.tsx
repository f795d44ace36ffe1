import type { ReactNode } from "react";

/** A part of a form under its own heading. */
export function Section({ id, title, hint, actions, children }: SectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-3 border-b border-line p-4 last:border-b-0">
      <header className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id={`${id}-title`} className="font-semibold">
          {title}
        </h2>
        {hint ? <p className="min-w-0 text-12 text-ink-3">{hint}</p> : null}
        {actions ? <div className="ml-auto flex items-center gap-2">{actions}</div> : null}
      </header>
      {children}
    </section>
  );
}

type SectionProps = { id: string; title: string; hint?: ReactNode; actions?: ReactNode; children: ReactNode };
