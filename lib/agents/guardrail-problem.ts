import { askNames } from "./handoff-names.ts";
import { isFolder } from "./pins.ts";
import { patternProblem } from "./policy/check-text.ts";
import type { Guardrail } from "./policy/schema.ts";
import type { AgentDefinition } from "./schema.ts";

/** What keeps an agent's guardrails from working, to be said after the agent's name; null when nothing does. */
export function guardrailProblem(agent: AgentDefinition): string | null {
  const names = agent.guardrails.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `has two guardrails named "${twice}"; rename one`;
  for (const guardrail of agent.guardrails) {
    const problem = problemOf(agent, guardrail);
    if (problem !== null) return `has the guardrail "${guardrail.name}", ${problem}`;
  }
  return null;
}

function problemOf(
  { tools, agentTools, model }: AgentDefinition,
  { on, check, behavior, blocking, tools: of }: Guardrail,
): string | null {
  const isOfCalls = on === "toolArguments" || on === "toolResult";
  if (on === "input" && behavior === "reject") return 'which can only stop: leave out its "behavior"';
  if (isOfCalls && blocking === false) return 'which is of calls and always waited for: leave out its "blocking"';
  if (!isOfCalls && of !== undefined) return `which is of the ${on} and not of tools: leave out its "tools"`;
  const asked = askNames(agentTools.map(({ agent }) => agent));
  const known = [
    ...tools.map(({ tool }) => (isFolder(tool) ? (tool.split("/").at(-1) ?? tool) : tool)),
    ...agentTools.map(({ agent, toolName }) => toolName ?? asked.get(agent)),
  ];
  const stranger = of?.find((tool) => !known.includes(tool));
  if (stranger !== undefined) return `which is for the tool "${stranger}", which the agent does not have`;
  if (check.type === "pattern") {
    const problem = patternProblem(check.pattern);
    if (problem !== null) return `whose pattern cannot be read: ${problem}`;
  }
  const isScripted = check.type === "model" && check.provider === undefined && !model.server;
  if (isScripted && (model.rehearsal || model.person))
    return "which asks the agent's model, but that is no model of a server: name a provider for the check";
  return null;
}
