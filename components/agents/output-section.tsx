"use client";
import { Braces, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/ui/section.tsx";
import { useEditing } from "./editing.tsx";
import { JsonField } from "./json-field.tsx";

/** What the final answer has to be: text, or JSON that a schema describes. */
export function OutputSection() {
  const t = useTranslations("agents.output");
  const { form, readOnly, change, keepUnread } = useEditing();
  const set = (output: unknown) => {
    if (output === undefined) keepUnread("output", null);
    change({ output });
  };
  const hasSchema = form.output !== undefined;
  return (
    <Section
      id="output"
      title={t("title")}
      hint={t(hasSchema ? "asSchema" : "asText")}
      actions={
        readOnly ? null : (
          <Button
            size="sm"
            variant={hasSchema ? "ghost" : "secondary"}
            onClick={() => set(hasSchema ? undefined : FIRST)}
          >
            {hasSchema ? <X aria-hidden /> : <Braces aria-hidden />}
            {t(hasSchema ? "leaveOut" : "add")}
          </Button>
        )
      }
    >
      {hasSchema ? (
        <JsonField path="output" label={t("schema")} schema={ANY_SCHEMA} value={form.output} onChange={set} />
      ) : null}
    </Section>
  );
}

const FIRST = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
  additionalProperties: false,
};

const ANY_SCHEMA = { type: "object" };
