"use client";
import { KeyRound } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

/** Says in place that the team has no model server yet, and what to do. */
export function NoProvider({ mayAdd }: { mayAdd: boolean }) {
  const t = useTranslations("agents.noProvider");
  return (
    <div className="flex flex-col gap-2 rounded-md border border-warn-line bg-warn-soft p-3 text-warn-text">
      <p className="font-medium">{t("title")}</p>
      <p className="text-12">{t(mayAdd ? "text" : "textAsk")}</p>
      {mayAdd ? (
        <Button size="sm" className="self-start" asChild>
          <Link href="/settings/providers/new">
            <KeyRound aria-hidden />
            {t("action")}
          </Link>
        </Button>
      ) : null}
    </div>
  );
}
