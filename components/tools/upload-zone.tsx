"use client";
import { FileArchive, FolderUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { fromDrop, fromFolderInput, fromZip, type Picked } from "./picked-files.ts";

/** Takes a folder or a zip, dropped or chosen; null when there was no file in it. */
export function UploadZone({ onPick }: { onPick: (picked: Picked | null) => void }) {
  const t = useTranslations("tools.new.upload");
  const folder = useRef<HTMLInputElement>(null);
  const zip = useRef<HTMLInputElement>(null);
  const { over, ...drop } = useDrop(onPick);
  const take = (read: (files: FileList) => Picked | null) => (event: ChangeEvent<HTMLInputElement>) => {
    if (event.target.files) onPick(read(event.target.files));
    // The same folder may be chosen again after its files changed.
    event.target.value = "";
  };
  return (
    <fieldset
      {...drop}
      className={cn(
        "flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-8 text-center transition-colors",
        over === "files" ? "border-accent bg-accent-soft" : "border-line-input bg-sunken",
      )}
    >
      <legend className="sr-only">{t("title")}</legend>
      <FolderUp aria-hidden className="size-6 stroke-[1.5] text-ink-3" />
      <p className="text-14">{over === "files" ? t("letGo") : t("drop")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={() => folder.current?.click()}>
          <FolderUp aria-hidden />
          {t("chooseFolder")}
        </Button>
        <Button onClick={() => zip.current?.click()}>
          <FileArchive aria-hidden />
          {t("chooseZip")}
        </Button>
      </div>
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: "" }}
        onChange={take(fromFolderInput)}
        data-testid="folder"
      />
      <input
        ref={zip}
        type="file"
        hidden
        accept=".zip,application/zip"
        onChange={take(([file]) => (file ? fromZip(file) : null))}
        data-testid="zip"
      />
    </fieldset>
  );
}

function useDrop(onPick: (picked: Picked | null) => void) {
  const [over, setOver] = useState<"page" | "files">("page");
  return {
    over,
    onDragLeave: () => setOver("page"),
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver("files");
    },
    onDrop: async (event: DragEvent) => {
      event.preventDefault();
      setOver("page");
      onPick(await fromDrop(event.dataTransfer));
    },
  };
}
