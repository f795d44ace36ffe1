import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { TrySchema } from "#components/try-schema/try-schema.tsx";
import { pageMember } from "#lib/auth/guard.ts";
import { definePastedAction } from "./actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("schema");
  return { title: t("title") };
}

/** Nothing is read but who asks: what is tried here is in the browser alone. */
export default async function SchemaPage() {
  const member = await pageMember("tool:read");
  return <TrySchema owner={member.id} define={definePastedAction} />;
}
