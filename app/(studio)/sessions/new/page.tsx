import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewSession } from "#components/session/new-session.tsx";
import { listPublished } from "#lib/agents/agents.ts";
import { pageMember } from "#lib/auth/guard.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("session.new");
  return { title: t("title") };
}

/** A new session; `?agent=` chooses whom it is with. */
export default async function NewSessionPage({
  searchParams,
}: {
  searchParams: Promise<{ agent?: string | string[] }>;
}) {
  const member = await pageMember("session:write");
  const [agents, { agent }] = await Promise.all([listPublished(member), searchParams]);
  return <NewSession agents={agents} chosenId={typeof agent === "string" ? agent : null} />;
}
