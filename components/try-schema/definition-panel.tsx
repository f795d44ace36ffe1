"use client";
import { useTranslations } from "next-intl";
import { ModelView } from "#components/tools/model-view.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outcome } from "#lib/auth/guard.ts";
import type { Draft } from "./read-pasted.ts";
import { type Freshness, StaleMark } from "./stale-mark.tsx";
import { type Define, useDefinition } from "./use-definition.ts";

type Props = { draft: Draft; freshness: Freshness; define: Define };

/** What a model would be told of this tool, as on a tool's own page. */
export function DefinitionPanel({ draft, freshness, define }: Props) {
  const t = useTranslations("schema");
  const { model, refusal, state } = useDefinition(draft, define);
  return (
    <section
      aria-label={t("definition")}
      aria-busy={state === "underway"}
      className="flex min-h-0 min-w-0 flex-col border-line lg:col-span-2 lg:h-[36rem] lg:border-t xl:col-span-1 xl:col-start-3 xl:row-span-2 xl:row-start-1 xl:h-auto xl:border-t-0"
    >
      {freshness === "stale" ? (
        <p className="shrink-0 px-4 py-1.5">
          <StaleMark freshness={freshness} />
        </p>
      ) : null}
      {refusal ? (
        <p role="alert" className="p-4 text-danger-text">
          {refusal}
        </p>
      ) : null}
      {model ? (
        <div className="min-h-0 flex-1">
          <ModelView model={model} access="read" onFix={refuse} />
        </div>
      ) : null}
      {model || refusal ? null : (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton className="w-32" />
          <Skeleton className="h-40" />
        </div>
      )}
    </section>
  );
}

/** There is no file that could be put right; the view does not offer it. */
async function refuse(): Promise<Outcome<unknown>> {
  return { ok: false, error: { code: "not_found", message: "" } };
}
