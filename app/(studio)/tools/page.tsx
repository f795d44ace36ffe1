import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Gallery } from "#components/tools/gallery.tsx";
import { pageMember } from "#lib/auth/guard.ts";
import { can } from "#lib/auth/schema.ts";
import { listTools } from "#lib/registry/tools.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("tools");
  return { title: t("title") };
}

export default async function ToolsPage() {
  const member = await pageMember("tool:read");
  return <Gallery tools={await listTools(member)} mayCreate={can(member.role, "tool:write")} />;
}
