"use client";
import { createDraftStore } from "#components/draft-store.ts";
import { type AgentDraft, type AgentText, beginDraft, isDirty, meetVersion } from "./agent-draft.ts";

const store = createDraftStore<AgentDraft>(isDirty);

/** The draft of one agent; a new one's has the id "new". */
export function useAgentDraft(
  id: string,
  version: AgentText,
): { draft: AgentDraft; update: (change: (draft: AgentDraft) => AgentDraft) => void } {
  const stored = store.useStored(id);
  const seen = (kept: AgentDraft | undefined) => (kept ? meetVersion(kept, version) : beginDraft(version));
  const update = (change: (draft: AgentDraft) => AgentDraft) => store.keep(id, change(seen(store.find(id))));
  return { draft: seen(stored), update };
}
