"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { useEditing, useFileEditing } from "./editing.tsx";
import { agentsOf, renameAgent } from "./file-agents.ts";
import { InstructionsField } from "./panel/instructions-field.tsx";

/** Who the agent is and what it is told. */
export function IdentitySection() {
  const t = useTranslations("agents");
  const { id, form, readOnly, change, problemAt } = useEditing();
  return (
    <div className="flex flex-col gap-4 border-b border-line p-4">
      <NameField />
      <Field
        label={t("form.description")}
        hint={t("form.descriptionHint")}
        htmlFor={`${id}-description`}
        error={problemAt("description")}
      >
        <Textarea
          rows={1}
          value={form.description}
          readOnly={readOnly}
          placeholder={t("form.descriptionPlaceholder")}
          className="min-h-7 py-[3px]"
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      <InstructionsField />
    </div>
  );
}

/** The agent's name, which all that names it follows. One that another agent has stays in the field until it is another. */
function NameField() {
  const t = useTranslations("agents.form");
  const { file, edit } = useFileEditing();
  const { id, at, form, readOnly, problemAt, unreadAt, keepUnread } = useEditing();
  const rename = (name: string) => {
    const isTaken = agentsOf(file).some((agent, other) => other !== at && agent.name.trim() === name.trim());
    keepUnread("name", isTaken ? name : null);
    if (!isTaken) edit(renameAgent(file, { at, name }), `name ${at}`);
  };
  return (
    <Field label={t("name")} htmlFor={`${id}-name`} error={problemAt("name")}>
      <Input
        value={unreadAt("name") ?? form.name}
        readOnly={readOnly}
        maxLength={200}
        autoComplete="off"
        placeholder={t("namePlaceholder")}
        onChange={(event) => rename(event.target.value)}
      />
    </Field>
  );
}
