import type { AgentDetail } from "#lib/agents/schema.ts";

/** The edits to one agent: its file as text, and the version that they began with. */
export type AgentDraft = {
  base: AgentText;
  text: string;
  /** What was typed as JSON in a field and is none yet, by the field's place. */
  unread: Readonly<Record<string, string>>;
};

/** What was saved last of an agent, with the text of its file and the number of what sessions begin with. */
export type AgentText = {
  versionId: string;
  versionNumber: number | null;
  state: AgentDetail["state"];
  /** ISO 8601 in UTC. */
  savedAt: string;
  text: string;
};

export function beginDraft(base: AgentText): AgentDraft {
  return { base, text: base.text, unread: {} };
}

export function isDirty({ base, text, unread }: AgentDraft): boolean {
  return text !== base.text || Object.keys(unread).length > 0;
}

/** The draft beside the version that the server has now: without edits it goes on from that one. */
export function meetVersion(draft: AgentDraft, version: AgentText): AgentDraft {
  return isBehind(draft, version) && !isDirty(draft) ? beginDraft(version) : draft;
}

/** Whether somebody saved or published since the edits began; a page that lags behind a save of one's own is no newer version. */
export function isBehind({ base }: AgentDraft, { versionId, savedAt }: AgentText): boolean {
  return base.versionId !== versionId && base.savedAt < savedAt;
}

/** The same edits, to be saved on top of another version. */
export function rebase(draft: AgentDraft, version: AgentText): AgentDraft {
  return { ...draft, base: version };
}

/** After the server took `sent`: what was written since stays an edit. */
export function settleSave(draft: AgentDraft, { sent, saved }: { sent: string; saved: AgentText }): AgentDraft {
  return { ...draft, base: saved, text: draft.text === sent ? saved.text : draft.text };
}
