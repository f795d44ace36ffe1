"use client";
import { FilePlus2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { type DraftFile, renameFile, type ToolDraft, writeFile } from "./code-draft.ts";
import { FileNodes } from "./file-nodes.tsx";
import { toPathTree } from "./file-path.ts";
import { FilePathInput } from "./file-path-input.tsx";

/** The files of a tool by folder: open, add, rename, delete and bring back. */
export function FileTree({ files, open, entry, access, onOpen, onChange }: FileTreeProps) {
  const t = useTranslations("tools.code");
  const [naming, setNaming] = useState<{ from: string | null } | null>(null);
  const others = files
    .filter(({ path, state }) => state !== "deleted" && path !== naming?.from)
    .map(({ path }) => path);
  const name = (path: string) => {
    const from = naming?.from ?? null;
    setNaming(null);
    if (from === path) return;
    onChange((draft) => (from === null ? writeFile(draft, { path, text: "" }) : renameFile(draft, { from, to: path })));
    onOpen(path);
  };
  return (
    <nav aria-label={t("files")} className="flex min-h-0 flex-col max-md:max-h-48">
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="flex-1 font-semibold">
          {t("files")} <span className="text-12 font-normal text-ink-3">{files.length}</span>
        </h2>
        {access === "write" ? (
          <Tooltip label={t("add")}>
            <Button
              variant="ghost"
              size="sm"
              shape="square"
              aria-label={t("add")}
              onClick={() => setNaming({ from: null })}
            >
              <FilePlus2 aria-hidden />
            </Button>
          </Tooltip>
        ) : null}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {naming ? (
          <FilePathInput
            key={naming.from}
            initial={naming.from ?? ""}
            others={others}
            onName={name}
            onCancel={() => setNaming(null)}
          />
        ) : null}
        <FileNodes
          nodes={toPathTree(files)}
          depth={0}
          open={open}
          entry={entry}
          access={access}
          onOpen={onOpen}
          onRename={(from) => setNaming({ from })}
          onChange={onChange}
        />
      </div>
    </nav>
  );
}

type FileTreeProps = {
  files: readonly DraftFile[];
  open: string | null;
  entry: string;
  access: "write" | "read";
  onOpen: (path: string) => void;
  onChange: (change: (draft: ToolDraft) => ToolDraft) => void;
};
