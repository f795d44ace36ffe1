import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Inbox } from "#components/approvals/inbox.tsx";
import { pageMember } from "#lib/auth/guard.ts";
import { can } from "#lib/auth/schema.ts";
import { argumentsSchemaAction } from "../sessions/actions.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("approvals");
  return { title: t("title") };
}

/** What waits for a decision; the list itself is the frame's, which keeps it up to date. */
export default async function ApprovalsPage() {
  const { role } = await pageMember("session:read");
  return <Inbox mayDecide={can(role, "session:write")} readSchema={argumentsSchemaAction} />;
}
