"use client";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { AgentActions } from "./actions.ts";
import type { AgentDraft } from "./agent-draft.ts";
import { type AgentForm, printForm, readForm, withMember } from "./agent-form.ts";
import { findProblems } from "./agent-problems.ts";
import type { AgentTeam, Editing } from "./editing.tsx";

type Subject = {
  id: string;
  draft: AgentDraft;
  update: (change: (draft: AgentDraft) => AgentDraft) => void;
  team: AgentTeam;
  readOnly: boolean;
  listModels: AgentActions["listModels"];
};

/** The form over a draft's text, null where it can draw nothing, and all that keeps the text from being saved, first things first. */
export function useAgentEditing({ id, draft, update, team, readOnly, listModels }: Subject): {
  editing: Editing | null;
  problems: { path: string; message: string }[];
} {
  const t = useTranslations("agents.problem");
  const locale = useLocale();
  const { form, issues } = useMemo(
    () => readForm(draft.text, { locale, notJson: (why) => t("notJson", { why }) }),
    [draft.text, locale, t],
  );
  const found = form ? findProblems(form, team) : [];
  const said = found.map(({ path, code, ...values }) => ({ path, message: t(code, values) }));
  const unread = Object.keys(draft.unread).map((path) => ({ path, message: t("notJsonYet") }));
  // What the team lacks is said in words of its own; the schema's come after.
  const problems = [...said, ...unread, ...issues.filter(({ path }) => !said.some((other) => other.path === path))];
  if (!form) return { editing: null, problems };
  const change = (part: Partial<AgentForm>) =>
    update((current) => ({ ...current, text: printForm({ ...form, ...part }) }));
  const editing: Editing = {
    ...{ id, form, team, readOnly, change, listModels, unread: draft.unread },
    problemAt: (path) => problems.find((problem) => problem.path === path)?.message,
    keepUnread: (path, text) =>
      update((current) => ({ ...current, unread: withMember(current.unread, path, text ?? undefined) })),
  };
  return { editing, problems };
}
