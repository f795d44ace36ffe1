"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { ToolName } from "#lib/registry/schema.ts";

/** The name of a tool to be, checked while it is written. */
export function ToolNameField({ value, problem, onChange }: ToolNameFieldProps) {
  const t = useTranslations("tools.name");
  const id = useId();
  return (
    <Field
      label={t("label")}
      htmlFor={id}
      hint={t("hint")}
      error={problem === null || problem === "empty" ? null : t(problem, { name: value })}
    >
      <Input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="my_tool"
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-12"
      />
    </Field>
  );
}

type ToolNameFieldProps = { value: string; problem: NameProblem | null; onChange: (name: string) => void };

type NameProblem = "empty" | "illegal" | "taken";

/** Why no tool can be made under this name; null when one can. */
export function nameProblem(name: string, taken: readonly string[]): NameProblem | null {
  if (name === "") return "empty";
  if (!ToolName.safeParse(name).success) return "illegal";
  return taken.includes(name.normalize("NFC")) ? "taken" : null;
}
