"use client";
import { FileX2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useFileSize } from "#components/ui/file-size.ts";
import type { DraftFile } from "./code-draft.ts";

/** In place of the editor, for a file that is not text or is too large for one. */
export function Unreadable({ file }: { file: DraftFile }) {
  const t = useTranslations("tools.code");
  const size = useFileSize();
  return (
    <EmptyState
      icon={FileX2}
      title={t("unreadable.title")}
      description={t("unreadable.description", { path: file.path, size: size(file.bytes) })}
    />
  );
}
