"use client";
import { useSyncExternalStore } from "react";
import type { ToolDetail } from "#lib/registry/schema.ts";
import { beginDraft, isDirty, meetVersion, type ToolDraft } from "./code-draft.ts";

const drafts = new Map<string, ToolDraft>();
const listeners = new Set<() => void>();

/**
 * The draft of one tool. It outlives the page, so that edits are neither lost nor shown in another tool,
 * and the window asks before it closes while any draft has edits.
 */
export function useToolDraft(tool: Pick<ToolDetail, "id" | "versionId" | "files">): {
  draft: ToolDraft;
  update: (change: (draft: ToolDraft) => ToolDraft) => void;
} {
  const stored = useSyncExternalStore(
    subscribe,
    () => drafts.get(tool.id),
    () => undefined,
  );
  const seen = (kept: ToolDraft | undefined) => (kept ? meetVersion(kept, tool) : beginDraft(tool));
  const update = (change: (draft: ToolDraft) => ToolDraft) => keep(tool.id, change(seen(drafts.get(tool.id))));
  return { draft: seen(stored), update };
}

function keep(toolId: string, draft: ToolDraft): void {
  drafts.set(toolId, draft);
  const dirty = [...drafts.values()].some(isDirty);
  if (dirty) window.addEventListener("beforeunload", askBeforeLeaving);
  else window.removeEventListener("beforeunload", askBeforeLeaving);
  for (const listener of listeners) listener();
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
