"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

/** Why the forms may lack what the tool takes. */
export function ContractProblem({ problem, onOpenCode }: { problem: string; onOpenCode: () => void }) {
  const t = useTranslations("playground");
  return (
    <div className="flex items-start gap-2 border-b border-danger-line bg-danger-soft px-4 py-2">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{t("problem")}</p>
        <pre className="max-h-32 overflow-y-auto text-12 whitespace-pre-wrap text-ink-2">{problem}</pre>
      </div>
      <Button size="sm" onClick={onOpenCode}>
        {t("openCode")}
      </Button>
    </div>
  );
}
