import "server-only";
import { defineFunction } from "#lib/tools/definition/define.ts";
import type { AgentDefinition } from "./schema.ts";

/** What keeps an agent from handing over or asking others, to be said after its name; null when nothing does. */
export function handoffProblem(
  { handoffs, agentTools }: AgentDefinition,
  agents: readonly AgentDefinition[],
): string | null {
  const uses = [
    ...handoffs.map((each) => ({ ...each, does: "hands over to" })),
    ...agentTools.map((each) => ({ ...each, does: "asks" })),
  ];
  for (const { agent, does, inputType } of uses) {
    if (!agents.some(({ name }) => name === agent))
      return `${does} "${agent}", which is not among the file's agents; add it under "agents"`;
    const wrong = inputType && schemaProblem(inputType);
    if (wrong) return `has an inputType for "${agent}" that ${wrong}`;
  }
  const person = agentTools.find(({ agent }) => agents.find(({ name }) => name === agent)?.model.person);
  return person ? `asks "${person.agent}", for which a person answers; hand the conversation over to it instead` : null;
}

/** What a model gives along is an object of names and values, as for every function. */
function schemaProblem(schema: Record<string, unknown>): string | null {
  if (schema.type !== "object") return 'is no object; begin it with "type": "object"';
  const { reason } = defineFunction({ name: "payload", description: "", parameters: schema });
  return reason?.code === "malformed" ? `cannot be sent: ${reason.message.replace(/\.$/, "")}` : null;
}
