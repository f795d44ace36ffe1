"use client";
import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import type { CreationState } from "./use-creation.ts";

/** How far a creation is: the share that is up, why it was refused, or what became of an upload of several tools. */
export function CreationStatus({ state, onCancel }: { state: CreationState; onCancel: () => void }) {
  switch (state.at) {
    case "editing":
      return null;
    case "sending":
      return <Progress share={state.share} onCancel={onCancel} />;
    case "refused":
      return <Refusal code={state.code} message={state.message} />;
    case "partly":
      return <Outcome outcome={state.outcome} />;
  }
}

function Progress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const t = useTranslations("tools.creating");
  const format = useFormatter();
  const percent = Math.floor(share * 100);
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-2 text-12 text-ink-2">
        {share < 1 ? t("sending", { percent: `${format.number(percent)} %` }) : t("making")}
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t("stop")}
        </Button>
      </div>
      <div
        role="progressbar"
        aria-valuenow={percent}
        aria-label={t("progress")}
        className="h-1 overflow-hidden rounded-xs bg-sunken"
      >
        <div className="h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

function Refusal({ code, message }: { code: string; message: string | null }) {
  const t = useTranslations("tools.creating");
  const known = ["unreachable", "unreadable", "conflict", "invalid_input", "too_large"] as const;
  const hint = known.find((name) => name === code);
  return (
    <Alert>
      {message ? <p>{message}</p> : null}
      {hint ? <p className="text-ink-2">{t(`refused.${hint}`)}</p> : null}
    </Alert>
  );
}

function Outcome({ outcome }: { outcome: Extract<CreationState, { at: "partly" }>["outcome"] }) {
  const t = useTranslations("tools.creating");
  return (
    <div role="status" className="flex flex-col gap-3">
      {outcome.tools.length > 0 ? (
        <section>
          <h3 className="font-medium">{t("made", { count: outcome.tools.length })}</h3>
          <ul>
            {outcome.tools.map(({ name }) => (
              <li key={name}>
                <Link href={`/tools/${encodeURIComponent(name)}`} className="text-accent-text underline">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {outcome.problems.length > 0 ? (
        <Alert>
          <h3 className="font-medium">{t("leftOut", { count: outcome.problems.length })}</h3>
          <ul>
            {outcome.problems.map(({ path, message }) => (
              <li key={path}>
                <code className="text-12">{path}</code>: {message}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </div>
  );
}

function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-2 rounded-md border border-danger-line bg-danger-soft px-3 py-2">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
