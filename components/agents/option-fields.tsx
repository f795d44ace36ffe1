"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useEditing } from "./editing.tsx";

type OptionProps = {
  /** The place in the file, such as `settings.temperature`. */
  path: string;
  label: string;
  hint?: ReactNode;
  value: unknown;
  /** What happens while it is not set. */
  unset: string;
  onChange: (value: unknown) => void;
};

/** A number that need not be set: an empty field is not sent. What is no number is kept as it was typed, and said to be wrong. */
export function NumberOption({ path, label, hint, value, unset, onChange }: OptionProps) {
  const t = useTranslations("agents");
  const { id, readOnly, problemAt } = useEditing();
  const [typed, setTyped] = useState("");
  const shown = typeof value === "number" && Number(typed) === value && typed !== "" ? typed : String(value ?? "");
  const error = typeof value === "string" ? t("problem.notNumber") : problemAt(path);
  return (
    <Field labelAt="beside" label={label} hint={hint} error={error} htmlFor={`${id}-${path}`}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        readOnly={readOnly}
        value={shown}
        placeholder={unset}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          const number = Number(text);
          onChange(text.trim() === "" ? undefined : Number.isFinite(number) ? number : text);
        }}
        className={cn("font-mono text-12 placeholder:font-sans placeholder:text-13", value === undefined && UNSET)}
      />
    </Field>
  );
}

/** One of a few words, or not set. */
export function ChoiceOption({ choices, ...props }: OptionProps & { choices: readonly Choice[] }) {
  const { path, label, hint, value, unset, onChange } = props;
  const { id, readOnly, problemAt } = useEditing();
  const at = choices.findIndex((choice) => choice.value === value);
  return (
    <Field labelAt="beside" label={label} hint={hint} error={problemAt(path)} htmlFor={`${id}-${path}`}>
      <NativeSelect
        disabled={readOnly}
        value={at >= 0 ? String(at) : value === undefined ? "unset" : "other"}
        onChange={(event) => onChange(choices[Number(event.target.value)]?.value)}
        className={cn(value === undefined && "[&>select]:border-dashed [&>select]:bg-sunken [&>select]:text-ink-3")}
      >
        <option value="unset">{unset}</option>
        {at < 0 && value !== undefined ? <option value="other">{JSON.stringify(value)}</option> : null}
        {choices.map((choice, index) => (
          <option key={choice.label} value={index}>
            {choice.label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}

export type Choice = { value: string | boolean; label: string };

/** A word of one's own, or not set. */
export function TextOption({ path, label, hint, value, unset, onChange }: OptionProps) {
  const { id, readOnly, problemAt } = useEditing();
  return (
    <Field labelAt="beside" label={label} hint={hint} error={problemAt(path)} htmlFor={`${id}-${path}`}>
      <Input
        readOnly={readOnly}
        value={typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value)}
        placeholder={unset}
        onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
        className={cn(value === undefined && UNSET)}
      />
    </Field>
  );
}

const UNSET = "border-dashed bg-sunken";
