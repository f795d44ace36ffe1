import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";

/** Where one is in the settings. */
export function ProviderBar({ title, tags, actions }: { title: string; tags?: ReactNode; actions?: ReactNode }) {
  const t = useTranslations("providers");
  return (
    <PageBar actions={actions}>
      <Link href="/settings/providers" className="shrink-0 text-ink-3 hover:text-ink max-sm:sr-only">
        {t("title")}
      </Link>
      <span aria-hidden className="text-ink-3 max-sm:hidden">
        /
      </span>
      <PageTitle>{title}</PageTitle>
      {tags}
    </PageBar>
  );
}
