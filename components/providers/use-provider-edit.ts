"use client";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { ProviderSummary } from "#lib/providers/schema.ts";
import type { ProviderActions } from "./actions.ts";
import { movesSecrets, type ProviderValues, readValues, valuesOf } from "./provider-values.ts";

type Subject = { provider: ProviderSummary; taken: readonly string[]; update: ProviderActions["update"] };

/** The edits to a provider, what is wrong with them, and their save. */
export function useProviderEdit({ provider, taken, update }: Subject) {
  const t = useTranslations("providers");
  const locale = useLocale();
  const router = useRouter();
  const [edited, setEdited] = useState<ProviderValues | null>(null);
  const [state, setState] = useState<"ready" | "saving">("ready");
  const [refusal, refuse] = useState<string | null>(null);
  const values = edited ?? valuesOf(provider);
  const read = readValues(values, locale);
  const name = values.name.trim();
  const problems = {
    ...read.problems,
    ...(taken.includes(name) ? { name: t("nameTaken", { name }) } : {}),
    ...(movesSecrets(values, provider) ? { key: t("enterAgain", { host: new URL(provider.baseUrl).host }) } : {}),
  };

  async function save() {
    if (!edited || !read.input || Object.keys(problems).length > 0 || state === "saving") return;
    setState("saving");
    const answer = await update({ providerId: provider.id, provider: read.input });
    setState("ready");
    refuse(answer.ok ? null : answer.error.message);
    if (!answer.ok) return;
    setEdited((current) => (current === edited ? null : current));
    router.refresh();
  }

  return { values, problems, hasEdits: edited !== null, change: setEdited, save, state, refusal, refuse };
}
