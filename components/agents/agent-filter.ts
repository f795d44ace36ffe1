import { foldText, searchWords } from "#components/ui/fold-text.ts";
import type { AgentSummary } from "#lib/agents/schema.ts";
import type { AnsweredBy } from "./agent-form.ts";

export const SORTS = ["name", "changed"] as const;

/** What the list of agents shows, and in which order. */
export type AgentFilter = { query: string; by: AnsweredBy | "any"; sort: (typeof SORTS)[number] };

export const NO_FILTER: AgentFilter = { query: "", by: "any", sort: "name" };

/** The agents that match, in order. Each word of the query must be in the name, the description or a tool's name. */
export function filterAgents(agents: readonly AgentSummary[], { query, by, sort }: AgentFilter): AgentSummary[] {
  const words = searchWords(query);
  return agents
    .filter((agent) => {
      const text = foldText([agent.name, agent.description, agent.model.name, ...agent.tools].join(" "));
      return words.every((word) => text.includes(word)) && (by === "any" || agent.model.by === by);
    })
    .sort((one, other) =>
      sort === "name" ? one.name.localeCompare(other.name) : other.updatedAt.localeCompare(one.updatedAt),
    );
}
