"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { NewToolTemplate } from "./new-tool-template.tsx";
import { NewToolUpload } from "./new-tool-upload.tsx";

/** The ways to a new tool on one page: a template, a folder, a zip. `taken` are the names that are in use. */
export function NewTool({ taken }: { taken: string[] }) {
  const t = useTranslations("tools");
  const router = useRouter();
  const onCreated = (name: string) => {
    router.push(`/tools/${encodeURIComponent(name)}`);
    router.refresh();
  };
  return (
    <>
      <PageBar>
        <Link href="/tools" className="text-ink-3 hover:text-ink">
          {t("title")}
        </Link>
        <span aria-hidden className="text-ink-3">
          /
        </span>
        <PageTitle>{t("new.title")}</PageTitle>
      </PageBar>
      <div className="grid min-h-0 flex-1 content-start overflow-y-auto lg:grid-cols-2 lg:content-stretch">
        <NewToolTemplate taken={taken} onCreated={onCreated} />
        <NewToolUpload taken={taken} onCreated={onCreated} />
      </div>
    </>
  );
}
