"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { SchemaForm } from "#components/schema-form/schema-form.tsx";
import { useSchemaForm } from "#components/schema-form/use-schema-form.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import type { Outcome } from "#lib/auth/guard.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";
import type { Question } from "./question.ts";

export type ReadSchema = (input: { sessionId: string; runId: string; call: string }) => Promise<Outcome<JsonSchema>>;

type Props = { question: Question; text: string; onChange: (text: string) => void; readSchema: ReadSchema };

/** A call's arguments, to be changed in the form of its function, or as JSON. */
export function ArgumentsEditor({ question, text, onChange, readSchema }: Props) {
  const t = useTranslations("approvals");
  const { sessionId, runId, call } = question;
  const [schema, setSchema] = useState<JsonSchema | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    void readSchema({ sessionId, runId, call }).then((read) => {
      if (left) return;
      if (read.ok) setSchema(read.value);
      else setProblem(read.error.message);
    });
    return () => {
      left = true;
    };
  }, [readSchema, sessionId, runId, call]);
  if (problem !== null) return <p className="text-danger-text">{problem}</p>;
  if (!schema) return <p className="text-ink-2">{t("reading")}</p>;
  return <Fields question={question} schema={schema} text={text} onChange={onChange} />;
}

type FieldsProps = Omit<Props, "readSchema"> & { schema: JsonSchema };

function Fields({ question: { runId, call, name }, schema, text, onChange }: FieldsProps) {
  const t = useTranslations("approvals");
  const [view, setView] = useState<"form" | "json">("form");
  const form = useSchemaForm({ schema, text });
  const say = useEffectEvent(onChange);
  useEffect(() => say(form.text), [form.text]);
  return (
    <div className="@container/form">
      <div className="mb-2 flex justify-end">
        <Segmented
          label={t("view")}
          size="sm"
          value={view}
          onChange={setView}
          options={[
            { value: "form", label: t("form") },
            { value: "json", label: t("json") },
          ]}
        />
      </div>
      <SchemaForm form={form} mode={view} label={t("arguments", { name })} idPrefix={`approval-${runId}-${call}`} />
    </div>
  );
}
