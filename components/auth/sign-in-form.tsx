"use client";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import type { FormState } from "#lib/auth/guard.ts";
import { FormProblem, SubmitButton, VisitorField } from "./form-parts.tsx";

type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

/** E-mail and password; `next` is where the person wanted to go. */
export function SignInForm({ action, next }: { action: FormAction; next: string | undefined }) {
  const t = useTranslations("auth.signIn");
  const [state, submit, pending] = useActionState(action, null);
  return (
    <form action={submit} className="flex flex-col gap-4">
      {next === undefined ? null : <input type="hidden" name="next" value={next} />}
      <VisitorField name="email" state={state} type="email" autoComplete="username" autoFocus />
      <VisitorField name="password" state={state} autoComplete="current-password" />
      <FormProblem state={state} />
      <SubmitButton pending={pending} label={t("submit")} pendingLabel={t("pending")} />
    </form>
  );
}
