"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Field } from "#components/ui/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useEditing } from "../editing.tsx";
import { NumberOption } from "../option-fields.tsx";
import { ToolChoiceField } from "./tool-choice-field.tsx";

const KINDS = ["withoutTools", "last", "userOnly", "summary", "tool"] as const;
type Filter = Record<string, unknown>;

type Props = {
  path: string;
  label: string;
  /** What holds while none is chosen. */
  unset: string;
  value: unknown;
  onChange: (value: Filter | undefined) => void;
};

/** What the next agent sees of what was said before; the options of a kind come back with it. */
export function FilterField({ path, label, unset, value, onChange }: Props) {
  const t = useTranslations("agents.filter");
  const { id, readOnly, problemAt } = useEditing();
  const filter = typeof value === "object" && value !== null ? (value as Filter) : undefined;
  const kind = KINDS.find((each) => each === filter?.type);
  const before = useRef<Record<string, Filter>>({ last: { type: "last", messages: 10 } });
  const choose = (next: string) => {
    if (kind && filter) before.current[kind] = filter;
    onChange(next === "" ? undefined : (before.current[next] ?? { type: next, ...(next === "tool" && { tool: "" }) }));
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field
        label={label}
        hint={kind ? t(`about.${kind}`) : undefined}
        error={problemAt(path)}
        htmlFor={`${id}-${path}`}
      >
        <NativeSelect value={kind ?? ""} disabled={readOnly} onChange={(event) => choose(event.target.value)}>
          <option value="">{unset}</option>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {t(`kinds.${each}`)}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {kind === "last" ? (
        <NumberOption
          path={`${path}.messages`}
          label={t("messages")}
          value={filter?.messages}
          unset="1"
          onChange={(messages) => onChange({ ...filter, messages: messages ?? 1 })}
        />
      ) : null}
      {kind === "tool" ? (
        <ToolChoiceField
          path={path}
          label={t("tool")}
          value={filter}
          onChange={(next) => onChange({ type: "tool", ...next })}
        />
      ) : null}
    </div>
  );
}
