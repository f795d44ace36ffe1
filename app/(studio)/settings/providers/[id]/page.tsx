import type { Metadata } from "next";
import { cache } from "react";
import { ProviderPage } from "#components/providers/provider-page.tsx";
import { pageMember } from "#lib/auth/guard.ts";
import { can } from "#lib/auth/schema.ts";
import { getProvider, listProviders } from "#lib/providers/providers.ts";
import { orNotFound } from "../../../../or-not-found.ts";
import { listModelsAction } from "../../../agents/actions.ts";
import { deleteProviderAction, updateProviderAction } from "../actions.ts";

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await read((await params).id)).provider.name };
}

/** One provider. */
export default async function Page({ params }: Props) {
  const { member, provider } = await read((await params).id);
  const others = (await listProviders(member)).filter(({ id }) => id !== provider.id);
  return (
    <ProviderPage
      key={provider.id}
      provider={provider}
      taken={others.map(({ name }) => name)}
      mayWrite={can(member.role, "provider:write")}
      actions={{ update: updateProviderAction, remove: deleteProviderAction, listModels: listModelsAction }}
    />
  );
}

const read = cache(async (id: string) => {
  const member = await pageMember("provider:read");
  return { member, provider: await getProvider(member, id).catch(orNotFound) };
});
