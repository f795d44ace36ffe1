"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { SchemaForm } from "#components/schema-form/schema-form.tsx";
import { useSchemaForm } from "#components/schema-form/use-schema-form.ts";
import { Button } from "#components/ui/button.tsx";
import { ToolIcon } from "#components/ui/tool-icon.tsx";

type Props = {
  id: string;
  /** Of its arguments; undefined when nothing is known of them. */
  schema: unknown;
  name: string;
  onChange: (sent: string) => void;
  onRemove: () => void;
};

/** One call of a person's answer, its arguments filled in as the tool's schema asks; a wrong one may be sent, as a model's may. */
export function PersonCall({ id, schema, name, onChange, onRemove }: Props) {
  const t = useTranslations("session.person");
  const form = useSchemaForm({ schema: schema ?? {} });
  const say = useEffectEvent(onChange);
  useEffect(() => say(form.text), [form.text]);
  return (
    <fieldset className="min-w-0 rounded-sm border border-line">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-center gap-2 border-b border-line px-2 py-1">
        <ToolIcon name={name} size="sm" />
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        <Button variant="ghost" size="sm" shape="square" aria-label={t("removeCall", { name })} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="@container/form p-2">
        <SchemaForm form={form} label={t("argumentsOf", { name })} idPrefix={id} />
      </div>
    </fieldset>
  );
}
