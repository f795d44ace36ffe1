import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NewTool } from "#components/tools/new-tool.tsx";
import { pageMember } from "#lib/auth/guard.ts";
import { listTools } from "#lib/registry/tools.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("tools.new");
  return { title: t("title") };
}

export default async function NewToolPage() {
  const member = await pageMember("tool:write");
  const tools = await listTools(member);
  return <NewTool taken={tools.map(({ name }) => name)} />;
}
