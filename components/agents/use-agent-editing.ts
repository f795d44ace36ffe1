"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { AgentActions } from "./actions.ts";
import { type AgentDraft, edit, redo, undo } from "./agent-draft.ts";
import { printForm, readForm, withMember } from "./agent-form.ts";
import { findNotes } from "./agent-notes.ts";
import { findProblems } from "./agent-problems.ts";
import type { AgentTeam, FileEditing } from "./editing.tsx";

type Subject = {
  id: string;
  draft: AgentDraft;
  update: (change: (draft: AgentDraft) => AgentDraft) => void;
  team: AgentTeam;
  readOnly: boolean;
  listModels: AgentActions["listModels"];
  describe: AgentActions["describe"];
};

/** The forms over a draft's text, null where they can draw nothing, and all that keeps the text from being saved, first things first. */
export function useAgentEditing({ id, draft, update, team, readOnly, ...asking }: Subject): {
  editing: FileEditing | null;
  problems: { path: string; message: string }[];
  write: (text: string) => void;
} {
  const t = useTranslations("agents.problem");
  const locale = useLocale();
  const { form: file, issues } = useMemo(
    () => readForm(draft.text, { locale, notJson: (why) => t("notJson", { why }) }),
    [draft.text, locale, t],
  );
  const notes = useMemo(() => (file ? findNotes(file) : []), [file]);
  const found = file ? findProblems(file, team) : [];
  const said = found.map(({ path, code, ...values }) => ({ path, message: t(code, values) }));
  const unread = Object.entries(draft.unread).map(([path, text]) => ({
    path,
    message: NAME.test(path) ? t("nameTwice", { name: text }) : t("notJsonYet"),
  }));
  // What the team lacks is said in words of its own; the schema's come after.
  const problems = [...unread, ...said, ...issues.filter(({ path }) => !said.some((other) => other.path === path))];
  const say = (text: string, about: string) => update((current) => edit(current, { text, about, at: Date.now() }));
  const write = (text: string) => say(text, "file");
  if (!file) return { editing: null, problems, write };
  const editing: FileEditing = {
    ...{ id, file, text: draft.text, team, readOnly, problems, notes, unread: draft.unread, ...asking },
    edit: (next, about) => say(printForm(next), about),
    undo: draft.past.length > 0 ? () => update(undo) : null,
    redo: draft.future.length > 0 ? () => update(redo) : null,
    keepUnread: (path, text) =>
      update((current) => ({ ...current, unread: withMember(current.unread, path, text ?? undefined) })),
  };
  return { editing, problems, write };
}

/** What is kept of a name is one that another agent of the file has. */
const NAME = /^(agents\.\d+\.)?name$/;
