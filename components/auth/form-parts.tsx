"use client";
import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import type { FormState } from "#lib/auth/guard.ts";

type Name = "name" | "email" | "password" | "teamName";

/** A labelled text field of a form of visitors, with what was entered before and what was wrong with it. */
export function VisitorField({ name, state, hint, ...rest }: VisitorFieldProps) {
  const t = useTranslations("auth");
  const error = state?.fields.includes(name) ? t(`invalid.${name}`) : undefined;
  const { defaultValue, ...input } = rest;
  return (
    <Field htmlFor={name} label={t(`fields.${name}`)} hint={error ? undefined : hint} error={error}>
      {name === "password" ? (
        <PasswordInput name={name} required {...input} />
      ) : (
        <Input className="h-8" name={name} required defaultValue={state?.values[name] ?? defaultValue} {...input} />
      )}
    </Field>
  );
}

type VisitorFieldProps = { name: Name; state: FormState; hint?: string } & Omit<ComponentProps<"input">, "name">;

function PasswordInput(props: ComponentProps<"input">) {
  const t = useTranslations("auth.fields");
  const [shown, setShown] = useState(false);
  const label = shown ? t("hidePassword") : t("showPassword");
  return (
    <div className="relative">
      <Input className="h-8 pr-9" type={shown ? "text" : "password"} {...props} />
      <Button
        variant="ghost"
        size="sm"
        shape="square"
        className="absolute top-1 right-1"
        aria-label={label}
        title={label}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </div>
  );
}

/** Why the whole form was refused; fields say their own. */
export function FormProblem({ state }: { state: FormState }) {
  const t = useTranslations("auth.problems");
  if (!state || state.fields.length > 0) return null;
  const { code, message } = state;
  const known = code === "unauthenticated" || code === "rate_limited" || code === "forbidden" || code === "conflict";
  return (
    <p role="alert" className="rounded-sm border border-danger-line bg-danger-soft px-3 py-2 text-13 text-danger-text">
      {known ? t(code) : t("other", { message })}
    </p>
  );
}

/** The one filled button; while the form is on its way it says so. */
export function SubmitButton({
  pending,
  label,
  pendingLabel,
}: {
  pending: boolean;
  label: string;
  pendingLabel: string;
}) {
  return (
    <Button type="submit" variant="primary" size="lg" className="mt-1 w-full" disabled={pending}>
      {pending ? `${pendingLabel}…` : label}
    </Button>
  );
}
