"use client";
import { createDraftStore } from "#components/draft-store.ts";
import type { ToolDetail } from "#lib/registry/schema.ts";
import { beginDraft, isDirty, meetVersion, type ToolDraft } from "./code-draft.ts";

const store = createDraftStore<ToolDraft>(isDirty);

/** The draft of one tool. */
export function useToolDraft(tool: Pick<ToolDetail, "id" | "versionId" | "files">): {
  draft: ToolDraft;
  update: (change: (draft: ToolDraft) => ToolDraft) => void;
} {
  const stored = store.useStored(tool.id);
  const seen = (kept: ToolDraft | undefined) => (kept ? meetVersion(kept, tool) : beginDraft(tool));
  const update = (change: (draft: ToolDraft) => ToolDraft) => store.keep(tool.id, change(seen(store.find(tool.id))));
  return { draft: seen(stored), update };
}
