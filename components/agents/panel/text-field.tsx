"use client";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { useEditing } from "../editing.tsx";

type Props = {
  path: string;
  label: string;
  hint?: string;
  value: unknown;
  placeholder?: string | undefined;
  /** A name is one line in the face of code. */
  look: "name" | "text";
  onChange: (value: string | undefined) => void;
};

/** A text that need not be there: an empty field is none. */
export function TextField({ path, label, hint, value, placeholder, look, onChange }: Props) {
  const { id, readOnly, problemAt } = useEditing();
  const Control = look === "name" ? Input : Textarea;
  return (
    <Field label={label} hint={hint} error={problemAt(path)} htmlFor={`${id}-${path}`}>
      <Control
        value={typeof value === "string" ? value : ""}
        readOnly={readOnly}
        placeholder={placeholder}
        autoComplete="off"
        className={look === "name" ? "font-mono text-12" : undefined}
        onChange={(event: { target: { value: string } }) =>
          onChange(event.target.value === "" ? undefined : event.target.value)
        }
      />
    </Field>
  );
}
