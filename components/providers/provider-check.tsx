"use client";
import { Check, type LucideIcon, Minus, Stethoscope, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Pip } from "#components/ui/pip.tsx";
import { Section } from "#components/ui/section.tsx";
import { CHECK_STEPS, type ProviderCheck as Step } from "#lib/providers/schema.ts";
import { useProviderCheck } from "./use-provider-check.ts";

type Props = { providerId: string; mayCheck: boolean; hasEdits: boolean };

/** Tries the provider as it is saved, step by step, and names the step that failed. */
export function ProviderCheck({ providerId, mayCheck, hasEdits }: Props) {
  const t = useTranslations("providers.check");
  const { check, start } = useProviderCheck(providerId);
  const failed = check.known.find(({ result }) => result === "failed");
  const next = CHECK_STEPS.find((step) => !check.known.some((each) => each.step === step));
  return (
    <Section
      id="check"
      title={t("title")}
      hint={hasEdits ? t("savedOnly") : null}
      actions={
        mayCheck ? (
          <Button size="sm" disabled={check.at === "running"} onClick={() => void start()}>
            <Stethoscope aria-hidden />
            {t(check.at === "running" ? "running" : check.at === "done" ? "again" : "start")}
          </Button>
        ) : null
      }
    >
      {check.at === "idle" ? <p className="text-12 text-ink-3">{t("about")}</p> : null}
      <ol className="flex flex-col">
        {check.at === "idle"
          ? null
          : CHECK_STEPS.map((step) => (
              <StepRow
                key={step}
                step={step}
                known={check.known.find((each) => each.step === step)}
                isNext={check.at === "running" && step === next}
              />
            ))}
      </ol>
      <p role="status" className={cn("font-medium", failed ? "text-danger-text" : "text-ok-text")}>
        {check.at === "done" && check.problem === null
          ? failed
            ? t("failedAt", { step: t(`steps.${failed.step}`) })
            : check.known.some(({ result }) => result === "skipped")
              ? t("partly")
              : t("sound")
          : null}
      </p>
      {check.problem === null ? null : (
        <p role="alert" className="text-danger-text">
          {check.problem || t("unreachable")}
        </p>
      )}
    </Section>
  );
}

function StepRow({ step, known, isNext }: { step: Step["step"]; known: Step | undefined; isNext: boolean }) {
  const t = useTranslations("providers.check");
  const look = known ? LOOKS[known.result] : null;
  return (
    <li className="flex min-h-8 items-start gap-3 border-b border-line py-1.5 last:border-b-0">
      <span className="grid size-5 shrink-0 place-items-center">
        {look ? (
          <look.icon aria-hidden className={cn("size-4 stroke-2", look.tone)} />
        ) : (
          <Pip tone={isNext ? "run" : "idle"} />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <span className="font-medium">
          {t(`steps.${step}`)}
          <span className="sr-only">: {t(`results.${known?.result ?? (isNext ? "running" : "waiting")}`)}</span>
        </span>
        {known ? (
          <p className={cn("text-12", known.result === "failed" ? "text-danger-text" : "text-ink-3")}>
            {known.result === "skipped" ? t("skipped") : known.sentence}
          </p>
        ) : null}
      </div>
    </li>
  );
}

const LOOKS: Record<Step["result"], { icon: LucideIcon; tone: string }> = {
  passed: { icon: Check, tone: "text-ok-text" },
  failed: { icon: X, tone: "text-danger-text" },
  skipped: { icon: Minus, tone: "text-ink-3" },
};
