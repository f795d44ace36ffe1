"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { FileChip } from "./file-chip.tsx";
import type { Upload } from "./use-uploads.ts";

/** Files that go with the next message, and how far each of them is. */
export function UploadList({ uploads, onRemove }: { uploads: readonly Upload[]; onRemove: (key: string) => void }) {
  const t = useTranslations("session.composer");
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={t("files")} className="flex flex-wrap gap-1.5 px-3 pb-2">
      {uploads.map(({ key, name, bytes, state }) => (
        <li key={key} className="max-w-full min-w-0">
          <FileChip file={state.is === "ready" ? state.file : { name, bytes, mediaType: "" }}>
            {state.is === "sending" ? <span className="text-accent-text">{t("uploading")}</span> : null}
            {state.is === "failed" ? (
              <span role="alert" className="min-w-0 truncate text-danger-text">
                {state.message ?? t("uploadFailed")}
              </span>
            ) : null}
            <button
              type="button"
              aria-label={t("removeFile", { name })}
              onClick={() => onRemove(key)}
              className="grid size-4 shrink-0 place-items-center rounded-xs hover:bg-hover"
            >
              <X aria-hidden className="size-3" />
            </button>
          </FileChip>
        </li>
      ))}
    </ul>
  );
}
