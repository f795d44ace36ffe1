import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewSession } from "#components/session/new-session.tsx";
import { listPublished } from "#lib/agents/agents.ts";
import { pageMember } from "#lib/auth/guard.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("session.list");
  return { title: t("title") };
}

/** Beside the list there is room for a new session. */
export default async function SessionsPage() {
  const member = await pageMember("session:read");
  return <NewSession agents={await listPublished(member)} chosenId={null} />;
}
