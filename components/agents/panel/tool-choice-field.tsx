"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { type ToolUse, withMember } from "../agent-form.ts";
import { useEditing } from "../editing.tsx";
import { ToolUseChoices } from "../tool-use-choices.tsx";

type Props = {
  path: string;
  label: string;
  hint?: string;
  /** The tool with its version and configuration, and whatever else its object has; undefined for none. */
  value: Record<string, unknown> | undefined;
  /** What stands where none is chosen; without it one has to be. */
  none?: string;
  onChange: (value: Record<string, unknown> | undefined) => void;
};

/** A tool of the team that does a part of the agent's work, in a version and with a configuration. */
export function ToolChoiceField({ path, label, hint, value, none, onChange }: Props) {
  const t = useTranslations("agents.helper");
  const { id, team, readOnly, problemAt } = useEditing();
  const tool = typeof value?.tool === "string" ? value.tool : "";
  const known = team.tools.find(({ name }) => name === tool);
  const problem = ["", ".tool", ".version", ".configuration"].map((end) => problemAt(path + end)).find(Boolean);
  const choose = (name: string) => {
    const { version: _, configuration: __, ...rest } = value ?? {};
    onChange(name === "" && none !== undefined ? undefined : { ...rest, tool: name });
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={label} hint={hint} error={problem} htmlFor={`${id}-${path}`}>
        <NativeSelect value={tool} disabled={readOnly} onChange={(event) => choose(event.target.value)}>
          <option value="">{none ?? t("choose")}</option>
          {tool === "" || known ? null : <option value={tool}>{t("unknown", { tool })}</option>}
          {team.tools.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {value && tool !== "" ? (
        <ToolUseChoices
          use={value as ToolUse}
          known={known}
          onSet={(name, next) => onChange(withMember(value, name, next))}
        />
      ) : null}
    </div>
  );
}
