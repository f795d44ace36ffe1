"use client";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import type { Outcome } from "#lib/auth/guard.ts";
import { printExact } from "#lib/core/exact/schema.ts";
import type { ModelView } from "#lib/registry/schema.ts";
import type { PastedTool } from "#lib/tools/definition/schema.ts";
import type { Draft } from "./read-pasted.ts";

/** Asks the server for what a model is told. */
export type Define = (tool: PastedTool) => Promise<Outcome<ModelView>>;

/** What a model is told of a tool on paper, a moment after it is written; until then, of the one before. */
export type Definition = { model: ModelView | null; refusal: string | null; state: "current" | "underway" };

/** Keeps asking for the definition of `tool`; null is no question. */
export function useDefinition(tool: Draft | null, define: Define): Definition {
  const t = useTranslations("schema");
  const [answered, setAnswered] = useState<{ tool: Draft; model: ModelView | null; refusal: string | null } | null>(
    null,
  );
  const ask = useEffectEvent(async (asked: Draft, isHere: () => boolean) => {
    const { name, description, schema } = asked;
    const question = { name, description, schema: printExact(schema) };
    const outcome = await define(question).catch(() => null);
    if (!isHere()) return;
    const refusal = outcome?.ok ? null : (outcome?.error.message ?? t("unreachable"));
    setAnswered({ tool: asked, model: outcome?.ok ? outcome.value : null, refusal });
  });
  useEffect(() => {
    if (!tool) return;
    let isHere = true;
    const whenIdle = setTimeout(() => void ask(tool, () => isHere), PAUSE_MS);
    return () => {
      isHere = false;
      clearTimeout(whenIdle);
    };
  }, [tool]);
  const { model = null, refusal = null } = answered ?? {};
  return { model, refusal, state: answered?.tool === tool ? "current" : "underway" };
}

/** Long enough for the next key. */
const PAUSE_MS = 250;
