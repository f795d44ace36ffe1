import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ProviderList } from "#components/providers/provider-list.tsx";
import { pageMember } from "#lib/auth/guard.ts";
import { can } from "#lib/auth/schema.ts";
import { listProviders } from "#lib/providers/providers.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("providers");
  return { title: t("title") };
}

export default async function ProvidersPage() {
  const member = await pageMember("provider:read");
  return <ProviderList providers={await listProviders(member)} mayWrite={can(member.role, "provider:write")} />;
}
