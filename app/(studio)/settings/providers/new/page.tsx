import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewProvider } from "#components/providers/new-provider.tsx";
import { pageMember } from "#lib/auth/guard.ts";
import { listProviders } from "#lib/providers/providers.ts";
import { createProviderAction } from "../actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("providers");
  return { title: t("new") };
}

export default async function NewProviderPage() {
  const member = await pageMember("provider:write");
  const providers = await listProviders(member);
  return <NewProvider taken={providers.map(({ name }) => name)} create={createProviderAction} />;
}
