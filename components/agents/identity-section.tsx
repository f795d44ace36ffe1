"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { useEditing } from "./editing.tsx";

/** Who the agent is and what it is told. */
export function IdentitySection() {
  const t = useTranslations("agents");
  const { id, form, readOnly, change, problemAt } = useEditing();
  return (
    <div className="flex flex-col gap-4 border-b border-line p-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Field label={t("form.name")} htmlFor={`${id}-name`} error={problemAt("name")}>
          <Input
            value={form.name}
            readOnly={readOnly}
            maxLength={200}
            autoComplete="off"
            placeholder={t("form.namePlaceholder")}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field label={t("form.description")} htmlFor={`${id}-description`} error={problemAt("description")}>
          <Textarea
            rows={1}
            value={form.description}
            readOnly={readOnly}
            placeholder={t("form.descriptionPlaceholder")}
            className="min-h-7 py-[3px]"
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
      </div>
      <Field
        label={t("form.instructions")}
        hint={t("form.instructionsHint")}
        htmlFor={`${id}-instructions`}
        error={problemAt("instructions")}
      >
        <Textarea
          rows={8}
          value={form.instructions}
          readOnly={readOnly}
          placeholder={t("form.instructionsPlaceholder")}
          className="max-h-none min-h-44 px-3 py-2 text-14 leading-5.5"
          onChange={(event) => change({ instructions: event.target.value })}
        />
      </Field>
    </div>
  );
}
