"use client";
import { useTranslations } from "next-intl";
import { useEditing } from "../editing.tsx";
import type { PartPlace } from "./parts.ts";

/** What is set of a part of the agent around this, in a few words. */
export function usePartWords({ kind, index }: PartPlace): { about: string } {
  const t = useTranslations("agents.graph.about");
  const stages = useTranslations("agents.guardrails.stages");
  const { form } = useEditing();
  const part: Record<string, unknown> = form[kind][index] ?? {};
  const words = [
    ...["toolNameOverride", "toolName"].map((name) => part[name]),
    kind === "guardrails" && stages.has(String(part.on)) && stages(String(part.on) as "input"),
    typeof part.version === "number" && t("version", { number: String(part.version) }),
    part.configuration,
    part.inputType !== undefined && t("payload"),
    part.onHandoff !== undefined && t("onHandoff"),
    part.inputFilter !== undefined && t("filter"),
    part.isEnabled === false && t("off"),
    Array.isArray(part.isEnabled) && t("when"),
    part.approval === "always" && t("asks"),
    typeof part.approval === "object" && t("asksWhen"),
  ];
  return { about: words.filter((word) => typeof word === "string").join(" · ") };
}
