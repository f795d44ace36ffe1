"use client";
import type { useRouter } from "next/navigation";
import type { AgentActions, AgentSubject } from "./actions.ts";
import { type AgentDraft, isDirty, settleSave } from "./agent-draft.ts";

type Publishing = {
  agent: AgentSubject;
  draft: AgentDraft;
  update: (change: (draft: AgentDraft) => AgentDraft) => void;
  actions: AgentActions;
  router: ReturnType<typeof useRouter>;
};

/** What makes versions of an agent; each answers with why it was refused, or with null. */
export type Publish = {
  /** Saves what is not saved yet, and publishes it. */
  publish: (note: string) => Promise<string | null>;
  rollBack: (number: number, note: string) => Promise<string | null>;
};

export function usePublishAgent({ agent, draft, update, actions, router }: Publishing): Publish {
  const agentId = agent === "new" ? "" : agent.id;

  async function publish(note: string) {
    const { text } = draft;
    const saved = isDirty(draft)
      ? await actions.save({ agentId, base: draft.base.versionId, text })
      : { ok: true as const, value: draft.base };
    if (!saved.ok) return saved.error.message;
    update((current) => settleSave(current, { sent: text, saved: saved.value }));
    const published = await actions.publish({ agentId, base: saved.value.versionId, note });
    if (published.ok) update((current) => settleSave(current, { sent: saved.value.text, saved: published.value }));
    router.refresh();
    return published.ok ? null : published.error.message;
  }

  async function rollBack(number: number, note: string) {
    const { base } = draft;
    const done = await actions.rollBack({ agentId, number, base: base.versionId, note });
    // Edits stay, on top of what is current now.
    if (done.ok) update((current) => settleSave(current, { sent: base.text, saved: done.value }));
    router.refresh();
    return done.ok ? null : done.error.message;
  }

  return { publish, rollBack };
}
