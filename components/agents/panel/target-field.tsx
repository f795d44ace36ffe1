"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useEditing, useFileEditing } from "../editing.tsx";
import { agentsOf } from "../file-agents.ts";

/** Which agent of the file is meant. */
export function TargetField({
  path,
  value,
  onChange,
}: {
  path: string;
  value: unknown;
  onChange: (name: string) => void;
}) {
  const t = useTranslations("agents.graph");
  const { file } = useFileEditing();
  const { id, at, readOnly, problemAt } = useEditing();
  const names = agentsOf(file).map(({ name }) => name);
  const name = String(value ?? "");
  return (
    <Field label={t("target")} error={problemAt(path)} htmlFor={`${id}-${path}`}>
      <NativeSelect value={name} disabled={readOnly} onChange={(event) => onChange(event.target.value)}>
        {names.includes(name) ? null : <option value={name}>{name}</option>}
        {names.map((each, other) => (other === at && each !== name ? null : <option key={each}>{each}</option>))}
      </NativeSelect>
    </Field>
  );
}
