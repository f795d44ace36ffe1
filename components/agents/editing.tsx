"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { ModelFacts } from "#lib/providers/facts.ts";
import type { ProviderSummary } from "#lib/providers/schema.ts";
import type { AgentActions, DescribedAgent } from "./actions.ts";
import type { AgentForm, FileForm } from "./agent-form.ts";
import type { AgentNote } from "./agent-notes.ts";
import type { AgentWorld } from "./agent-problems.ts";
import { agentsOf, placeOf, withAgent } from "./file-agents.ts";
import type { Selection } from "./selection.ts";

/** The team around an agent: what its form offers. */
export type AgentTeam = Omit<AgentWorld, "providers"> & {
  providers: readonly Pick<ProviderSummary, "id" | "name" | "api" | "isDefault" | "defaultModel">[];
  /** What is known of models, by `factsName`. */
  facts: Readonly<Record<string, Pick<ModelFacts, "contextTokens" | "price" | "refuses">>>;
  mayAddProvider: boolean;
};

/** A file while it is edited: each view shows it and gives back the next one. */
export type FileEditing = {
  /** Unique on the page and among agents. */
  id: string;
  file: FileForm;
  team: AgentTeam;
  readOnly: boolean;
  /** Makes the next file of it. Edits `about` the same thing in quick succession are one step back. */
  edit: (next: FileForm, about: string) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
  problems: readonly { path: string; message: string }[];
  notes: readonly AgentNote[];
  unread: Readonly<Record<string, string>>;
  /** Keeps what is no JSON yet at a place of the file, or lets it go with null. */
  keepUnread: (path: string, text: string | null) => void;
  listModels: AgentActions["listModels"];
  describe: AgentActions["describe"];
  /** The file as text. */
  text: string;
};

/** The file with what is selected of it. */
export type SelectedFile = FileEditing & {
  selection: Selection;
  select: (selection: Selection) => void;
  described: readonly DescribedAgent[];
};

export function FileProvider({ editing, children }: { editing: SelectedFile; children: ReactNode }) {
  return <FileContext value={editing}>{children}</FileContext>;
}

/** The file around this part of the page. */
export function useFileEditing(): SelectedFile {
  const editing = useContext(FileContext);
  if (!editing) throw new Error("A view of an agent's file stands inside FileProvider.");
  return editing;
}

/** One agent's form while it is edited. Its places are those in the agent, such as `tools.0.version`. */
export type Editing = Pick<FileEditing, "team" | "readOnly" | "listModels"> & {
  /** Unique on the page and among agents. */
  id: string;
  /** The agent's number in the file. */
  at: number;
  form: AgentForm;
  change: (part: Partial<AgentForm>) => void;
  problemAt: (path: string) => string | undefined;
  unreadAt: (path: string) => string | undefined;
  keepUnread: (path: string, text: string | null) => void;
};

/** The form of the agent with that number. */
export function AgentProvider({ at, children }: { at: number; children: ReactNode }) {
  const { id, file, team, readOnly, edit, problems, unread, keepUnread, listModels } = useFileEditing();
  const form = agentsOf(file)[at];
  if (!form) return null;
  const place = placeOf(at);
  const editing: Editing = {
    ...{ at, form, team, readOnly, listModels },
    id: `${id}-${at}`,
    change: (part) => edit(withAgent(file, at, part), `${place}${Object.keys(part).join()}`),
    problemAt: (path) => problems.find((problem) => problem.path === place + path)?.message,
    unreadAt: (path) => unread[place + path],
    keepUnread: (path, text) => keepUnread(place + path, text),
  };
  return <AgentContext value={editing}>{children}</AgentContext>;
}

/** The agent's form around this part of it. */
export function useEditing(): Editing {
  const editing = useContext(AgentContext);
  if (!editing) throw new Error("A part of an agent's form stands inside AgentProvider.");
  return editing;
}

const FileContext = createContext<SelectedFile | null>(null);
const AgentContext = createContext<Editing | null>(null);
