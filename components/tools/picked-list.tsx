"use client";
import { FileArchive, FileCode2, File as FileIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFileSize } from "#components/ui/file-size.ts";
import { Tag } from "#components/ui/tag.tsx";
import { describePicked, type Picked } from "./picked-files.ts";

/** What will be sent: each file with its size, the entry file marked. */
export function PickedList({ picked }: { picked: Picked }) {
  const t = useTranslations("tools.new.upload");
  const size = useFileSize();
  const { count, bytes, entries } = describePicked(picked);
  const files = picked.kind === "zip" ? [{ path: picked.file.name, file: picked.file }] : picked.files.slice(0, SHOWN);
  return (
    <section>
      <h3 className="flex items-baseline gap-2 pb-1 font-medium">
        {t("picked")}
        <span className="text-12 font-normal text-ink-3">{t("pickedSize", { count, size: size(bytes) })}</span>
      </h3>
      <ul className="max-h-48 overflow-y-auto rounded-sm border border-line">
        {files.map(({ path, file }) => {
          const Icon = picked.kind === "zip" ? FileArchive : entries.includes(path) ? FileCode2 : FileIcon;
          return (
            <li key={path} className="flex h-7 items-center gap-2 border-b border-line px-2 last:border-0">
              <Icon aria-hidden className="size-3.5 shrink-0 text-ink-3" />
              <code className="min-w-0 truncate text-12">{path}</code>
              {entries.includes(path) ? <Tag tone="accent">{t("entry")}</Tag> : null}
              <span className="ml-auto shrink-0 text-12 text-ink-3">{size(file.size)}</span>
            </li>
          );
        })}
      </ul>
      {count > SHOWN ? <p className="pt-1 text-12 text-ink-3">{t("more", { shown: SHOWN, count })}</p> : null}
    </section>
  );
}

const SHOWN = 200;
