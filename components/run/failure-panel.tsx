"use client";

import { CircleAlert, CircleSlash } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Problem } from "./problem.ts";
import { SafeText } from "./text/safe-text.tsx";

type Props = { failure: Problem; stderrLines: number; onShowStderr: () => void };

/** What went wrong in one sentence, what to do about it, and where more is written. */
export function FailurePanel({ failure: { code, message }, stderrLines, onShowStderr }: Props) {
  const t = useTranslations("run.failure");
  const Icon = code === "cancelled" ? CircleSlash : CircleAlert;
  const look = code === "cancelled" ? "text-ink-2" : "text-danger-text";
  return (
    <div role="alert" className="flex min-h-0 flex-1 gap-3 overflow-auto px-3 py-4">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${look}`} />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-14 font-semibold">{t(`${code}.title`)}</p>
        {message ? <Message>{message}</Message> : null}
        <p className="text-13 text-ink-2">{t(`${code}.todo`)}</p>
        {stderrLines > 0 ? (
          <Button size="sm" className="mt-2 self-start" onClick={onShowStderr}>
            {t("showStderr", { count: stderrLines })}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Message({ children }: { children: string }): ReactNode {
  return (
    <p className="max-h-60 overflow-auto text-14 whitespace-pre-wrap">
      <SafeText text={children} />
    </p>
  );
}
