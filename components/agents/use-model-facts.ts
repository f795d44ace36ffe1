"use client";
import { factsName } from "#lib/providers/schema.ts";
import { answeredBy } from "./agent-form.ts";
import { type AgentTeam, useEditing } from "./editing.tsx";

/** The model that the agent will have, by its own name or its provider's default, and what is known of it. */
export function useModelFacts(): { name: string | undefined; facts: AgentTeam["facts"][string] | undefined } {
  const { form, team } = useEditing();
  if (answeredBy(form.model) !== "server") return { name: undefined, facts: undefined };
  const provider = team.providers.find(({ name, isDefault }) =>
    form.model.provider === undefined ? isDefault : name === form.model.provider,
  );
  const name = form.model.name ?? provider?.defaultModel ?? undefined;
  return { name, facts: name === undefined ? undefined : team.facts[factsName(name)] };
}
