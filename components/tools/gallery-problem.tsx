"use client";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import type { ToolSummary } from "#lib/registry/schema.ts";
import { healthOf } from "./gallery-filter.ts";

/** Says above the list which tool cannot be read, and why; nothing while all can. */
export function GalleryProblem({ tools }: { tools: readonly ToolSummary[] }) {
  const t = useTranslations("tools");
  const broken = tools.filter((tool) => healthOf(tool) === "broken");
  const first = broken[0];
  if (!first) return null;
  return (
    <div
      role="status"
      className="mx-4 mb-2 flex min-h-9 shrink-0 items-center gap-2 rounded-md border border-danger-line bg-danger-soft py-1 pr-2 pl-3"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 stroke-[1.5] text-danger-text" />
      <p className="line-clamp-2 min-w-0 flex-1 sm:line-clamp-1">
        {t.rich("brokenTool", {
          name: first.name,
          problem: first.problem ?? "",
          others: broken.length - 1,
          strong: (text) => <strong className="font-medium">{text}</strong>,
          code: (text) => <code className="text-12">{text}</code>,
        })}
      </p>
      <Button size="sm" asChild>
        <Link href={`/tools/${encodeURIComponent(first.name)}?tab=code`}>{t("openCode")}</Link>
      </Button>
    </div>
  );
}
