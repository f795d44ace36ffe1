"use client";
import { Ellipsis, FileCode2, File as FileIcon, Folder, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "#components/ui/menu.tsx";
import { type DraftFile, deleteFile, revertFile, type ToolDraft } from "./code-draft.ts";
import type { PathNode } from "./file-path.ts";

/** One level of the tree and, indented, the levels below it. */
export function FileNodes(props: FileNodesProps) {
  const { nodes, depth } = props;
  return (
    <ul className="flex flex-col gap-px">
      {nodes.map((node) => (
        <li key={node.path}>
          {node.entry ? (
            <FileRow {...props} file={node.entry} name={node.name} />
          ) : (
            <span className="flex h-6 items-center gap-2 text-ink-3" style={{ paddingLeft: indent(depth) }}>
              <Folder aria-hidden className="size-3.5 shrink-0" />
              <span className="truncate text-12">{node.name}</span>
            </span>
          )}
          {node.children.length > 0 ? <FileNodes {...props} nodes={node.children} depth={depth + 1} /> : null}
        </li>
      ))}
    </ul>
  );
}

type FileNodesProps = {
  nodes: readonly PathNode<DraftFile>[];
  depth: number;
  open: string | null;
  entry: string;
  access: "write" | "read";
  onOpen: (path: string) => void;
  onRename: (path: string) => void;
  onChange: (change: (draft: ToolDraft) => ToolDraft) => void;
};

function FileRow({
  file,
  name,
  depth,
  open,
  entry,
  access,
  ...act
}: FileNodesProps & { file: DraftFile; name: string }) {
  const t = useTranslations("tools.code");
  const Icon = file.path === entry ? FileCode2 : FileIcon;
  return (
    <div
      className={cn(
        "group flex h-6 items-center rounded-sm hover:bg-hover focus-within:bg-hover",
        open === file.path && "bg-selected hover:bg-selected focus-within:bg-selected",
      )}
    >
      <button
        type="button"
        onClick={() => act.onOpen(file.path)}
        aria-current={open === file.path ? "true" : undefined}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-sm text-left"
        style={{ paddingLeft: indent(depth) }}
      >
        <Icon aria-hidden className="size-3.5 shrink-0 text-ink-3" />
        <span className={cn("min-w-0 truncate text-12", file.state === "deleted" && "text-ink-3 line-through")}>
          {name}
        </span>
        {file.state === "same" ? null : (
          <span
            role="img"
            aria-label={t(`states.${file.state}`)}
            title={t(`states.${file.state}`)}
            className="ml-auto text-12 font-semibold text-accent-text"
          >
            {MARKS[file.state]}
          </span>
        )}
      </button>
      {access === "write" ? <FileMenu file={file} entry={entry} {...act} /> : <span className="w-2" />}
    </div>
  );
}

/** The letters that version control uses too. */
const MARKS = { changed: "M", new: "A", deleted: "D" } as const;

function FileMenu({
  file,
  entry,
  onRename,
  onChange,
}: Pick<FileNodesProps, "entry" | "onRename" | "onChange"> & { file: DraftFile }) {
  const t = useTranslations("tools.code");
  return (
    <Menu>
      <MenuTrigger
        aria-label={t("fileMenu", { path: file.path })}
        className="ml-1 grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-ink data-[state=open]:opacity-100 pointer-coarse:opacity-100"
      >
        <Ellipsis aria-hidden className="size-3.5" />
      </MenuTrigger>
      <MenuContent align="end">
        {file.state === "deleted" ? null : (
          <MenuItem icon={Pencil} disabled={file.text === null} onSelect={() => onRename(file.path)}>
            {t("rename")}
          </MenuItem>
        )}
        {file.state === "same" ? null : (
          <MenuItem icon={RotateCcw} onSelect={() => onChange((draft) => revertFile(draft, file.path))}>
            {t(file.state === "deleted" ? "bringBack" : "revert")}
          </MenuItem>
        )}
        {file.state === "deleted" ? null : (
          <MenuItem
            icon={Trash2}
            tone="danger"
            disabled={file.path === entry}
            onSelect={() => onChange((draft) => deleteFile(draft, file.path))}
          >
            {t(file.path === entry ? "entryStays" : "delete")}
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  );
}

function indent(depth: number): number {
  return 8 + depth * 16;
}
