"use client";

import { CircleAlert, CirclePause, CircleSlash, FoldVertical, RotateCw, Scissors } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Ending, Line } from "#lib/runs/transcript.ts";
import { Disclosure } from "./disclosure.tsx";
import { GuardrailRow } from "./guardrail-row.tsx";
import { Rule } from "./rule.tsx";

/** What happened between the answers, on a line of its own. */
export const LineRow = memo(function LineRow({ line }: { line: Exclude<Line, { what: "handoff" }> }) {
  const t = useTranslations("session.line");
  if (line.what === "guardrail") return <GuardrailRow tripped={line} />;
  if (line.what === "trimmed") {
    return (
      <Rule>
        <Scissors aria-hidden className="size-3.5 shrink-0" />
        {t("trimmed", { count: line.calls })}
      </Rule>
    );
  }
  return (
    <div className="ml-9.5 max-md:ml-0">
      <Disclosure
        id={`line ${line.key}`}
        icon={line.what === "compacted" ? FoldVertical : RotateCw}
        label={t(line.what)}
      >
        <p className="max-h-72 overflow-y-auto text-13 whitespace-pre-wrap text-ink-2">
          <SafeText text={line.what === "compacted" ? line.summary : line.message} />
        </p>
      </Disclosure>
    </div>
  );
});

const ENDINGS = {
  failed: { icon: CircleAlert, look: "border-danger-line bg-danger-soft text-danger-text" },
  paused: { icon: CirclePause, look: "border-warn-line bg-warn-soft text-warn-text" },
  cancelled: { icon: CircleSlash, look: "border-line bg-sunken text-ink-2" },
};

type EndingProps = { ending: Ending; onContinue: (() => void) | null };

/** How a run ended when it did not end well, and, while that is the newest, the way on. */
export function EndingRow({ ending, onContinue }: EndingProps) {
  const t = useTranslations("session.ending");
  const failures = useTranslations("run.failure");
  const { icon: Icon, look } = ENDINGS[ending.status];
  return (
    <div className={cn("ml-9.5 flex items-start gap-2.5 rounded-md border px-3 py-2 max-md:ml-0", look)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {ending.status === "paused" ? <p className="font-medium">{t(`paused.${ending.reason}`)}</p> : null}
        {ending.status === "failed" ? <p className="font-medium">{t("failed")}</p> : null}
        <p className="whitespace-pre-wrap text-ink">
          <SafeText text={ending.message} />
        </p>
        {ending.status === "failed" ? <p className="text-12 text-ink-2">{failures(`${ending.code}.todo`)}</p> : null}
      </div>
      {onContinue ? (
        <Button size="sm" onClick={onContinue}>
          <RotateCw aria-hidden />
          {t(ending.status === "failed" ? "again" : "goOn")}
        </Button>
      ) : null}
    </div>
  );
}
