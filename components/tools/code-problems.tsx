"use client";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ToolContract } from "#lib/tools/schema.ts";

/** Under the editor: what is wrong with the saved version, or in one line that nothing is. */
export function CodeProblems({ contract, onOpenEntry }: { contract: ToolContract; onOpenEntry: () => void }) {
  const t = useTranslations("tools.code");
  const { problem, entry, readFrom } = contract;
  return (
    <section aria-label={t("problems")} className="max-h-52 shrink-0 overflow-y-auto border-t border-line px-4 py-2">
      {problem === null ? (
        <p className="flex gap-2 text-12 leading-5 text-ink-2">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok-text" />
          {t(readFrom === "import" ? "noProblems" : "notImported")}
        </p>
      ) : (
        <div className="flex gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
          <div className="min-w-0">
            <button type="button" onClick={onOpenEntry} className="font-mono text-12 text-accent-text underline">
              {entry}
            </button>
            <pre className="pt-1 text-12 whitespace-pre-wrap">{problem}</pre>
          </div>
        </div>
      )}
    </section>
  );
}
