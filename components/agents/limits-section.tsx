"use client";
import { useTranslations } from "next-intl";
import { Section } from "#components/ui/section.tsx";
import type { AgentLimits } from "#lib/agents/schema.ts";
import { withMember } from "./agent-form.ts";
import { useEditing } from "./editing.tsx";
import { NumberOption } from "./option-fields.tsx";

const LIMITS = [
  "turns",
  "parallelCalls",
  "tokens",
  "cost",
  "seconds",
  "contextTokens",
  "approvalSeconds",
] as const satisfies (keyof AgentLimits)[];

/** What ends an answer, in a state from which it can be continued. */
export function LimitsSection() {
  const t = useTranslations("agents.limits");
  const { form, change } = useEditing();
  return (
    <Section id="limits" title={t("title")} hint={t("hint")}>
      <div className="flex flex-col gap-2">
        {LIMITS.map((name) => (
          <NumberOption
            key={name}
            path={`limits.${name}`}
            label={t(`names.${name}`)}
            value={form.limits[name]}
            unset={t(`unset.${name}`)}
            onChange={(value) => change({ limits: withMember(form.limits, name, value) })}
          />
        ))}
      </div>
    </Section>
  );
}
