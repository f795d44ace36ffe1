"use client";
import { useTranslations } from "next-intl";
import { Section } from "#components/ui/section.tsx";
import { useEditing } from "../editing.tsx";
import { ConnectMenu } from "../graph/connect-menu.tsx";
import { OutlinePart } from "../graph/outline-part.tsx";
import { ChoiceOption } from "../option-fields.tsx";

/** The agents that this one can hand over to or ask, and what it is told of handing over. */
export function LinksSection() {
  const t = useTranslations("agents.links");
  const { at, form, readOnly, change } = useEditing();
  const isAlone = form.handoffs.length === 0 && form.agentTools.length === 0;
  return (
    <Section id="links" title={t("title")} actions={readOnly ? null : <ConnectMenu at={at} />}>
      {isAlone ? (
        <p className="rounded-md border border-dashed border-line-strong px-4 py-6 text-center text-ink-3">
          {t("none")}
        </p>
      ) : (
        <ul aria-label={t("title")} className="divide-y divide-line rounded-md border border-line-strong">
          {(["handoffs", "agentTools"] as const).flatMap((kind) =>
            Array.from(form[kind].keys(), (index) => (
              <OutlinePart key={`${kind} ${index}`} part={{ kind, index }} onRemoved={() => undefined} />
            )),
          )}
        </ul>
      )}
      {form.handoffs.length > 0 || form.handoffPrompt !== undefined ? (
        <ChoiceOption
          path="handoffPrompt"
          label={t("prompt")}
          hint={t("promptHint")}
          value={form.handoffPrompt}
          unset={t("noPrompt")}
          choices={[
            { value: "en", label: "English" },
            { value: "ko", label: "한국어" },
          ]}
          onChange={(handoffPrompt) => change({ handoffPrompt })}
        />
      ) : null}
    </Section>
  );
}
