"use client";

import { ShieldAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Tag } from "#components/ui/tag.tsx";
import type { Tripped } from "#lib/runs/transcript.ts";

/** Which guardrail refused what, why, and what came of it. */
export function GuardrailRow({ tripped }: { tripped: Tripped }) {
  const t = useTranslations("session.guardrail");
  const { guardrail, on, check, message, behavior } = tripped;
  const look = LOOKS[behavior];
  return (
    <section
      aria-label={t("title", { name: guardrail, what: t(`on.${on}`) })}
      className={cn("ml-9.5 flex items-start gap-2.5 rounded-md border px-3 py-2 max-md:ml-0", look)}
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <SafeText text={t("title", { name: guardrail, what: t(`on.${on}`) })} />
        </p>
        <p className="whitespace-pre-wrap text-ink">
          <SafeText text={message} />
        </p>
        <p className="text-12 text-ink-2">{t(`${behavior}.${on}`)}</p>
      </div>
      {isKnown(check) ? <Tag>{t(`check.${check}`)}</Tag> : null}
    </section>
  );
}

const LOOKS = {
  stop: "border-danger-line bg-danger-soft text-danger-text",
  reject: "border-warn-line bg-warn-soft text-warn-text",
};

const CHECKS = ["pattern", "secrets", "personalData", "blockedHosts", "longest", "tool", "model"] as const;

function isKnown(check: string): check is (typeof CHECKS)[number] {
  return CHECKS.some((each) => each === check);
}
