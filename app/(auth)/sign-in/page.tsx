import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SignInForm } from "#components/auth/sign-in-form.tsx";
import { hasAccounts } from "#lib/auth/first-account.ts";
import { requestMember } from "#lib/auth/guard.ts";
import { returnPath } from "#lib/auth/return-path.ts";
import { signInAction } from "../actions.ts";

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth.signIn"))("title") };
}

export default async function Page({ searchParams }: Props) {
  const { next } = await searchParams;
  const wanted = typeof next === "string" ? returnPath(next) : undefined;
  if (await requestMember()) redirect(returnPath(wanted));
  if (!(await hasAccounts())) redirect("/sign-up");
  const t = await getTranslations("auth.signIn");
  return (
    <>
      <h1 className="mb-6 text-20 font-semibold">{t("title")}</h1>
      <SignInForm action={signInAction} next={wanted} />
    </>
  );
}
