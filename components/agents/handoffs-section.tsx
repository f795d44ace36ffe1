"use client";
import { CornerDownRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { Section } from "#components/ui/section.tsx";
import { useEditing } from "./editing.tsx";

/** The agents of the file to which this one can hand over; they are changed in the file. */
export function HandoffsSection() {
  const t = useTranslations("agents.handoffs");
  const { form } = useEditing();
  if (form.handoffs.length === 0 && form.agents.length === 0) return null;
  return (
    <Section id="handoffs" title={t("title")} hint={t("hint")}>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line-strong">
        {form.handoffs.map(({ agent }) => {
          const known = form.agents.find(({ name }) => name === agent);
          return (
            <li key={agent} className="flex min-h-10 items-center gap-3 px-3 py-1.5">
              <CornerDownRight aria-hidden className="size-4 shrink-0 stroke-[1.5] text-ink-3" />
              <AgentMark name={agent} size="sm" />
              <span className="shrink-0 font-medium">{agent}</span>
              <span className="min-w-0 flex-1 truncate text-12 text-ink-3">
                {typeof known?.description === "string" ? known.description : null}
              </span>
            </li>
          );
        })}
        {form.agents
          .filter(({ name }) => !form.handoffs.some(({ agent }) => agent === name))
          .map(({ name }) => (
            <li key={name} className="flex min-h-10 items-center gap-3 px-3 py-1.5">
              <AgentMark name={name} size="sm" />
              <span className="font-medium">{name}</span>
              <span className="text-12 text-ink-3">{t("indirect")}</span>
            </li>
          ))}
      </ul>
    </Section>
  );
}
