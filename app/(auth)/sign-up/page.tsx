import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SignUpForm } from "#components/auth/sign-up-form.tsx";
import { SignUpClosed, SignUpLink } from "#components/auth/sign-up-notices.tsx";
import { hasAccounts, isFirstAccountToken } from "#lib/auth/first-account.ts";
import { requestMember } from "#lib/auth/guard.ts";
import { servedOrigins } from "#lib/auth/origin.ts";
import { signUpAction } from "../actions.ts";

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.signUp"))("title") };
}

/** Open only with the token that the server printed, and only until there is an account. */
export default async function Page({ searchParams }: Props) {
  if (await requestMember()) redirect("/tools");
  if (await hasAccounts()) return <SignUpClosed />;
  const { token } = await searchParams;
  if (typeof token !== "string" || !(await isFirstAccountToken(token))) {
    return <SignUpLink reason={token === undefined ? "missing" : "wrong"} origin={servedOrigins()[0] ?? ""} />;
  }
  const t = await getTranslations("auth.signUp");
  return (
    <>
      <h1 className="text-20 font-semibold">{t("title")}</h1>
      <p className="mt-1 mb-6 text-14 text-ink-2">{t("lead")}</p>
      <SignUpForm action={signUpAction} token={token} />
    </>
  );
}
