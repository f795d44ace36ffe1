"use client";
import { RotateCcw, Save } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { type DraftFile, revertFile, type ToolDraft } from "./code-draft.ts";

/** Above the editor: which file it is, what became of it, and the save of all edits. */
export function CodeBar({ file, access, dirty, saving, onSave, onChange }: CodeBarProps) {
  const t = useTranslations("tools.code");
  return (
    <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
      <code className="min-w-0 truncate text-12">{file?.path}</code>
      {file && file.state !== "same" ? <Tag tone={TONES[file.state]}>{t(`states.${file.state}`)}</Tag> : null}
      {access === "write" ? (
        <span className="ml-auto flex shrink-0 items-center gap-2">
          {file && file.state !== "same" ? (
            <Button variant="ghost" size="sm" onClick={() => onChange((draft) => revertFile(draft, file.path))}>
              <RotateCcw aria-hidden />
              {t("revert")}
            </Button>
          ) : null}
          <Button
            variant="primary"
            size="sm"
            onClick={onSave}
            disabled={!dirty || saving === "yes"}
            title={dirty ? undefined : t("nothingToSave")}
          >
            <Save aria-hidden />
            {t(saving === "yes" ? "saving" : "save")}
            <Kbd keys="mod+s" className="h-4 max-sm:hidden" />
          </Button>
        </span>
      ) : (
        <Tag className="ml-auto">{t("readOnly")}</Tag>
      )}
    </header>
  );
}

type CodeBarProps = {
  file: DraftFile | undefined;
  access: "write" | "read";
  dirty: boolean;
  saving: "no" | "yes";
  onSave: () => void;
  onChange: (change: (draft: ToolDraft) => ToolDraft) => void;
};

const TONES = { changed: "accent", new: "ok", deleted: "bad" } as const;
