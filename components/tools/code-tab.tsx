"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CodeEditor } from "#components/code-editor.tsx";
import { useKeptEditsMessage } from "#components/draft-store.ts";
import { useShortcut } from "#components/ui/use-shortcut.ts";
import type { Outcome } from "#lib/auth/guard.ts";
import type { ToolDetail } from "#lib/registry/schema.ts";
import { CodeBar } from "./code-bar.tsx";
import {
  type DraftFile,
  draftChanges,
  draftFiles,
  type FileChange,
  isDirty,
  settleSave,
  writeFile,
} from "./code-draft.ts";
import { CodeNotice } from "./code-notice.tsx";
import { CodeProblems } from "./code-problems.tsx";
import { useToolDraft } from "./draft-store.ts";
import { editorLanguage } from "./file-path.ts";
import { FileTree } from "./file-tree.tsx";
import { Unreadable } from "./unreadable-file.tsx";

/** A tool's files in an editor. A save makes a version out of all edits at once; `base` is the version they began with. */
export function CodeTab({ tool, access, onSave, onChanged, onDuplicate }: CodeTabProps) {
  const { draft, update } = useToolDraft(tool);
  const [open, setOpen] = useState<string>(tool.contract.entry);
  const files = draftFiles(draft);
  const file = files.find(({ path }) => path === open) ?? files[0];
  const dirty = isDirty(draft);
  const t = useTranslations("tools.code");
  useKeptEditsMessage(dirty, { title: t("kept", { name: tool.name }), description: t("keptHint") });

  const { save, saving, refusal } = useSave({ draft, update, access, onSave, onChanged });
  useShortcut("mod+s", save);

  return (
    <div className="grid h-full min-h-0 grid-rows-[auto_minmax(0,1fr)] md:grid-cols-[208px_minmax(0,1fr)] md:grid-rows-1">
      <FileTree
        files={files}
        open={file?.path ?? null}
        entry={tool.contract.entry}
        access={access}
        onOpen={setOpen}
        onChange={update}
      />
      <section
        aria-label={file?.path}
        className="flex min-h-0 min-w-0 flex-col border-line max-md:border-t md:border-l"
      >
        <CodeBar file={file} access={access} dirty={dirty} saving={saving} onSave={save} onChange={update} />
        <CodeNotice
          tool={tool}
          draft={draft}
          access={access}
          refusal={refusal}
          onChange={update}
          onDuplicate={onDuplicate}
        />
        <div className="min-h-48 flex-1">
          {file ? (
            <Editor
              tool={tool}
              file={file}
              access={access}
              onWrite={(written) => update((current) => writeFile(current, written))}
            />
          ) : null}
        </div>
        <CodeProblems contract={tool.contract} onOpenEntry={() => setOpen(tool.contract.entry)} />
      </section>
    </div>
  );
}

type CodeTabProps = {
  tool: ToolDetail;
  access: "write" | "read";
  onSave: (save: { base: string; changes: FileChange[] }) => Promise<Outcome<{ versionNumber: number }>>;
  /** The page has to be read again: a version was saved. */
  onChanged: () => void;
  onDuplicate: () => Promise<Outcome<{ name: string }>>;
};

/** Sends all edits at once; what is typed meanwhile stays an edit. */
function useSave({ draft, update, access, onSave, onChanged }: Saving) {
  const [saving, setSaving] = useState<"no" | "yes">("no");
  const [refusal, setRefusal] = useState<string | null>(null);
  const save = async () => {
    if (access === "read" || !isDirty(draft) || saving === "yes") return;
    const changes = draftChanges(draft);
    setSaving("yes");
    const answer = await onSave({ base: draft.base, changes });
    setSaving("no");
    setRefusal(answer.ok ? null : answer.error.message);
    if (!answer.ok) return;
    update((current) => settleSave(current, changes));
    onChanged();
  };
  return { saving, refusal, save: () => void save() };
}

type Saving = ReturnType<typeof useToolDraft> & Pick<CodeTabProps, "access" | "onSave" | "onChanged">;

function Editor({ tool, file, access, onWrite }: EditorProps) {
  const t = useTranslations("tools.code");
  if (file.text === null) return <Unreadable file={file} />;
  const prefix = `${tool.id}/`;
  return (
    <CodeEditor
      path={prefix + file.path}
      language={editorLanguage(file.path)}
      label={t("editor", { path: file.path })}
      value={file.text}
      onChange={(text, path) => {
        if (path.startsWith(prefix)) onWrite({ path: path.slice(prefix.length), text });
      }}
      readOnly={access === "read" || file.state === "deleted"}
      className="rounded-none border-0"
    />
  );
}

type EditorProps = {
  tool: ToolDetail;
  file: DraftFile;
  access: "write" | "read";
  onWrite: (written: { path: string; text: string }) => void;
};
