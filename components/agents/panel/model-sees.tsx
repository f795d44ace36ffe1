"use client";
import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { JsonLine } from "#components/run/text/text-view.tsx";
import { useTokenCount } from "#components/run/tokens.ts";
import { Tag } from "#components/ui/tag.tsx";
import { useEditing } from "../editing.tsx";
import type { PartPlace } from "../graph/parts.ts";
import { useFunction } from "../graph/use-function.ts";

/** The function by which the model knows a part of the agent, letter by letter. */
export function ModelSees({ part }: { part: PartPlace }) {
  const t = useTranslations("agents.modelSees");
  const { at } = useEditing();
  const known = useFunction(at, part);
  const tokens = useTokenCount(known?.definition ?? null);
  if (!known) return null;
  return (
    <section aria-label={t("title")} className="flex flex-col gap-2 border-t border-line pt-3">
      <header className="flex items-center gap-2">
        <Eye aria-hidden className="size-4 shrink-0 stroke-[1.5] text-accent-text" />
        <h3 className="font-medium">{t("title")}</h3>
        <Tag tone={known.strict ? "ok" : "neutral"}>{t(known.strict ? "strict" : "notStrict")}</Tag>
        <span className="ml-auto text-12 text-ink-3">{tokens ? t("tokens", { count: tokens.tokens }) : null}</span>
      </header>
      <pre className="overflow-x-auto rounded-sm border border-line bg-sunken px-3 py-2 font-mono text-12 whitespace-pre-wrap break-words">
        {known.definition.split("\n").map((line, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands at its place.
          <span key={number} className="block">
            <JsonLine text={line} />
          </span>
        ))}
      </pre>
    </section>
  );
}
