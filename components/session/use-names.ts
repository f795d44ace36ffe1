"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Transcript } from "#lib/runs/transcript.ts";
import { useSessionPlace } from "./session-context.tsx";
import type { Suggestion } from "./suggestions.ts";
import type { Upload } from "./use-uploads.ts";

/** The tools and files that a message of this session can name. */
export function useNames({ runs }: Transcript, uploads: readonly Upload[]): readonly Suggestion[] {
  const t = useTranslations("session.composer");
  const { artifacts } = useSessionPlace();
  const tools = runs.at(-1)?.tools;
  return useMemo(
    () => [
      // Those of handoffs and guardrails no model knows of.
      ...[...new Set(tools?.filter(({ place }) => place === undefined).map(({ name }) => name))].map((value) => ({
        kind: "tool" as const,
        value,
        hint: t("tool"),
      })),
      ...[...new Set([...uploads.flatMap(nameOf), ...artifacts.map(({ name }) => name)])].map((value) => ({
        kind: "file" as const,
        value,
        hint: t("file"),
      })),
    ],
    [tools, artifacts, uploads, t],
  );
}

/** A file has its name in the session once it is there. */
function nameOf({ state }: Upload): string[] {
  return state.is === "ready" ? [state.file.name] : [];
}
