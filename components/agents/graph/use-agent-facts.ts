"use client";
import { useTranslations } from "next-intl";
import { answeredBy } from "../agent-form.ts";
import { useEditing } from "../editing.tsx";
import { useModelFacts } from "../use-model-facts.ts";

/** What answers for the agent around this, in a few words. */
export function useAgentFacts(): { model: string } {
  const t = useTranslations("agents");
  const { form } = useEditing();
  const { name } = useModelFacts();
  const by = answeredBy(form.model);
  return { model: by === "server" ? (name ?? t("defaultModel")) : t(`by.${by}`) };
}
