import type { AgentDetail } from "#lib/agents/schema.ts";

/** The edits to one agent: its file as text, the version that they began with, and the way back. */
export type AgentDraft = {
  base: AgentText;
  text: string;
  /** What was typed as JSON in a field and is none yet, by the field's place. */
  unread: Readonly<Record<string, string>>;
  /** The texts before and after this one, the nearest last. */
  past: readonly string[];
  future: readonly string[];
  /** What the newest edit was about, and when, in milliseconds since 1970. */
  last: { about: string; at: number } | null;
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
  return { base, text: base.text, unread: {}, past: [], future: [], last: null };
}

/** The draft with another text. Edits of the same thing in quick succession are one step back. */
export function edit(draft: AgentDraft, { text, about, at }: { text: string; about: string; at: number }): AgentDraft {
  if (text === draft.text) return draft;
  const { last, past } = draft;
  const goesOn = last?.about === about && at - last.at < PAUSE_MS && past.length > 0;
  return {
    ...draft,
    text,
    past: goesOn ? past : [...past, draft.text].slice(-MOST_STEPS),
    future: [],
    last: { about, at },
  };
}

/** The draft before its newest edit; what was half written is let go. */
export function undo(draft: AgentDraft): AgentDraft {
  const text = draft.past.at(-1);
  if (text === undefined) return draft;
  const { past, future } = draft;
  return { ...draft, text, unread: {}, past: past.slice(0, -1), future: [...future, draft.text], last: null };
}

/** The draft with the edit again that was undone. */
export function redo(draft: AgentDraft): AgentDraft {
  const text = draft.future.at(-1);
  if (text === undefined) return draft;
  const { past, future } = draft;
  return { ...draft, text, unread: {}, past: [...past, draft.text], future: future.slice(0, -1), last: null };
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

const PAUSE_MS = 1_000;
const MOST_STEPS = 200;
