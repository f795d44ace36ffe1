"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Transcript } from "#lib/runs/transcript.ts";
import { useSessionPlace } from "./session-context.tsx";
import type { Suggestion } from "./suggestions.ts";

/** The tools and files that a message of this session can name. */
export function useNames({ runs }: Transcript): readonly Suggestion[] {
  const t = useTranslations("session.composer");
  const { artifacts } = useSessionPlace();
  const tools = runs.at(-1)?.tools;
  return useMemo(
    () => [
      ...[...new Set(tools?.map(({ name }) => name))].map((value) => ({
        kind: "tool" as const,
        value,
        hint: t("tool"),
      })),
      ...artifacts.map(({ name }) => ({ kind: "file" as const, value: name, hint: t("file") })),
    ],
    [tools, artifacts, t],
  );
}
