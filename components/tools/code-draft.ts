import type { ToolFile } from "#lib/registry/schema.ts";

/** The edits to one tool: every edit belongs to a path of this tool and to the version it began with. A null text deletes the file. */
export type ToolDraft = {
  base: string;
  files: readonly ToolFile[];
  edits: Readonly<Record<string, string | null>>;
  /** "saved" from an accepted save until the version it made arrives. */
  phase: "editing" | "saved";
};

/** A file as the editor shows it: the saved one with its edit on top. */
export type DraftFile = {
  path: string;
  bytes: number;
  text: string | null;
  state: "same" | "changed" | "new" | "deleted";
};

export type FileChange = { path: string; text: string | null };

type ToolVersionFiles = { versionId: string; files: readonly ToolFile[] };

export function beginDraft({ versionId, files }: ToolVersionFiles): ToolDraft {
  return { base: versionId, files, edits: {}, phase: "editing" };
}

/** Every file in the order of the paths, deleted ones too, so that they can be brought back. */
export function draftFiles(draft: ToolDraft): DraftFile[] {
  const saved = draft.files.map((file): DraftFile => {
    const edit = draft.edits[file.path];
    if (edit === undefined) return { ...file, state: "same" };
    return edit === null
      ? { ...file, state: "deleted" }
      : { path: file.path, bytes: sizeOf(edit), text: edit, state: "changed" };
  });
  const known = new Set(draft.files.map(({ path }) => path));
  const added = Object.entries(draft.edits).flatMap(([path, text]): DraftFile[] =>
    known.has(path) || text === null ? [] : [{ path, bytes: sizeOf(text), text, state: "new" }],
  );
  return [...saved, ...added].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What a save has to send. */
export function draftChanges(draft: ToolDraft): FileChange[] {
  return Object.entries(draft.edits).map(([path, text]) => ({ path, text }));
}

export function isDirty(draft: ToolDraft): boolean {
  return Object.keys(draft.edits).length > 0;
}

/** Writes a file, new or not; text that equals the saved one is no edit. */
export function writeFile(draft: ToolDraft, { path, text }: { path: string; text: string }): ToolDraft {
  if (savedText(draft, path) === text) return revertFile(draft, path);
  return { ...draft, edits: { ...draft.edits, [path]: text } };
}

export function deleteFile(draft: ToolDraft, path: string): ToolDraft {
  const { [path]: _gone, ...edits } = draft.edits;
  const saved = draft.files.some((file) => file.path === path);
  return { ...draft, edits: saved ? { ...edits, [path]: null } : edits };
}

/** Moves a text file; one without text stays where it is. */
export function renameFile(draft: ToolDraft, { from, to }: { from: string; to: string }): ToolDraft {
  const text = draftFiles(draft).find((file) => file.path === from)?.text;
  return text == null ? draft : writeFile(deleteFile(draft, from), { path: to, text });
}

/** Back to the saved file; a new one goes. */
export function revertFile(draft: ToolDraft, path: string): ToolDraft {
  const { [path]: _gone, ...edits } = draft.edits;
  return { ...draft, edits };
}

/** After the server took the changes: they are the saved files now; what was written since stays an edit. */
export function settleSave(draft: ToolDraft, saved: readonly FileChange[]): ToolDraft {
  const taken = new Map(saved.map(({ path, text }) => [path, text]));
  const files = [
    ...draft.files.filter(({ path }) => !taken.has(path)),
    ...saved.flatMap(({ path, text }) => (text === null ? [] : [{ path, bytes: sizeOf(text), text }])),
  ];
  const edits = Object.entries(draft.edits).filter(([path, text]) => taken.get(path) !== text);
  return { ...draft, files, edits: Object.fromEntries(edits), phase: "saved" };
}

/**
 * The draft beside the version that the server has now. Without edits, or after its own save, it goes on from that version;
 * with edits it stays on its base, and `isBehind` tells.
 */
export function meetVersion(draft: ToolDraft, version: ToolVersionFiles): ToolDraft {
  if (draft.base === version.versionId) return draft;
  const moved = rebase(draft, version);
  return draft.phase === "saved" || !isDirty(moved) ? moved : draft;
}

/** Whether somebody saved a version since the edits began. */
export function isBehind(draft: ToolDraft, version: ToolVersionFiles): boolean {
  return draft.base !== version.versionId && draft.phase === "editing";
}

/** The same edits on top of another version. */
export function rebase(draft: ToolDraft, version: ToolVersionFiles): ToolDraft {
  const fresh = beginDraft(version);
  const edits = Object.entries(draft.edits).filter(([path, text]) => text !== (savedText(fresh, path) ?? null));
  return { ...fresh, edits: Object.fromEntries(edits) };
}

function savedText(draft: ToolDraft, path: string): string | null | undefined {
  return draft.files.find((file) => file.path === path)?.text;
}

function sizeOf(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
