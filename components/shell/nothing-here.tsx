import { SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

/** In place of a page that does not exist, or not for this team. */
export function NothingHere() {
  const t = useTranslations("common.notFound");
  return (
    <EmptyState
      icon={SearchX}
      title={<h1>{t("title")}</h1>}
      description={t("description")}
      action={
        <Button variant="primary" asChild>
          <Link href="/tools">{t("action")}</Link>
        </Button>
      }
    />
  );
}
