"use client";
import { createContext, type ReactNode, useContext } from "react";
import type { ModelFacts } from "#lib/providers/facts.ts";
import type { ProviderSummary } from "#lib/providers/schema.ts";
import type { AgentActions } from "./actions.ts";
import type { AgentForm } from "./agent-form.ts";
import type { AgentWorld } from "./agent-problems.ts";

/** The team around an agent: what its form offers. */
export type AgentTeam = Omit<AgentWorld, "providers"> & {
  providers: readonly Pick<ProviderSummary, "id" | "name" | "api" | "isDefault" | "defaultModel">[];
  /** What is known of models, by `factsName`. */
  facts: Readonly<Record<string, Pick<ModelFacts, "contextTokens" | "price" | "refuses">>>;
  mayAddProvider: boolean;
};

/** One agent's form while it is edited. */
export type Editing = {
  /** Unique on the page and among agents. */
  id: string;
  form: AgentForm;
  team: AgentTeam;
  readOnly: boolean;
  change: (part: Partial<AgentForm>) => void;
  /** What is wrong at a place of the file, such as `tools.0.version`. */
  problemAt: (path: string) => string | undefined;
  unread: Readonly<Record<string, string>>;
  /** Keeps what is no JSON yet, or lets it go with null. */
  keepUnread: (path: string, text: string | null) => void;
  listModels: AgentActions["listModels"];
};

export function EditingProvider({ editing, children }: { editing: Editing; children: ReactNode }) {
  return <EditingContext value={editing}>{children}</EditingContext>;
}

/** The form around this part of it. */
export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error("A part of an agent's form stands inside EditingProvider.");
  return editing;
}

const EditingContext = createContext<Editing | null>(null);
