"use client";
import { CircleAlert, RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** In place of a page that broke: what it means and the way on. `digest` finds the entry in the server's log. */
export function Failure({ digest, onRetry }: { digest: string | undefined; onRetry: () => void }) {
  const t = useTranslations("common");
  return (
    <EmptyState
      icon={CircleAlert}
      title={<h1>{t("failure.title")}</h1>}
      description={t("failure.description", { digest: digest ?? t("failure.unknown") })}
      action={
        <Button variant="primary" onClick={onRetry}>
          <RotateCw aria-hidden />
          {t("retry")}
        </Button>
      }
    />
  );
}
