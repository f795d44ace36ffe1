"use client";
import { useTranslations } from "next-intl";
import { useActionState } from "react";
import type { FormState } from "#lib/auth/guard.ts";
import { FormProblem, SubmitButton, VisitorField } from "./form-parts.tsx";

type FormAction = (state: FormState, form: FormData) => Promise<FormState>;

/** The first person and their team. The token came with the link. */
export function SignUpForm({ action, token }: { action: FormAction; token: string }) {
  const t = useTranslations("auth");
  const [state, submit, pending] = useActionState(action, null);
  return (
    <form action={submit} className="flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      <VisitorField name="name" state={state} autoComplete="name" maxLength={80} autoFocus />
      <VisitorField name="email" state={state} type="email" autoComplete="username" />
      <VisitorField
        name="password"
        state={state}
        hint={t("fields.passwordHint")}
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
      />
      <VisitorField
        name="teamName"
        state={state}
        defaultValue={t("defaultTeam")}
        autoComplete="organization"
        maxLength={80}
      />
      <FormProblem state={state} />
      <SubmitButton pending={pending} label={t("signUp.submit")} pendingLabel={t("signUp.pending")} />
    </form>
  );
}
