"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Section } from "#components/ui/section.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { AgentForm, AnsweredBy } from "./agent-form.ts";
import { answeredBy, withMember } from "./agent-form.ts";
import { useEditing } from "./editing.tsx";
import { JsonField } from "./json-field.tsx";
import { FIRST_REHEARSAL, REHEARSAL_SCHEMA } from "./rehearsal.ts";
import { ServerModel } from "./server-model.tsx";

const WAYS = ["server", "rehearsal", "person"] as const;

/** Which model answers, or what answers in its place. What was set for another way comes back with it. */
export function ModelSection() {
  const t = useTranslations("agents.model");
  const { form, readOnly, change, keepUnread } = useEditing();
  const by = answeredBy(form.model);
  const before = useRef<Record<AnsweredBy, AgentForm["model"]>>({
    server: {},
    rehearsal: { rehearsal: FIRST_REHEARSAL },
    person: { person: true },
  });
  const choose = (next: AnsweredBy) => {
    before.current[by] = form.model;
    keepUnread("model.rehearsal", null);
    change({ model: before.current[next] });
  };
  return (
    <Section id="model" title={t("title")}>
      <Segmented
        label={t("by")}
        value={by}
        disabled={readOnly}
        onChange={choose}
        options={WAYS.map((way) => ({ value: way, label: t(`ways.${way}`) }))}
        className="self-start"
      />
      {by === "server" ? <ServerModel /> : <p className="text-12 text-ink-3">{t(`about.${by}`)}</p>}
      {by === "rehearsal" ? (
        <JsonField
          path="model.rehearsal"
          label={t("script")}
          schema={REHEARSAL_SCHEMA}
          value={form.model.rehearsal}
          onChange={(script) => change({ model: withMember(form.model, "rehearsal", script) })}
        />
      ) : null}
    </Section>
  );
}
