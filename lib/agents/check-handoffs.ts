import "server-only";
import { defineFunction } from "#lib/tools/definition/define.ts";
import type { AgentDefinition } from "./schema.ts";

/** What keeps an agent's handoffs from working, to be said after its name; null when nothing does. */
export function handoffProblem({ handoffs }: AgentDefinition, names: readonly string[]): string | null {
  for (const { agent, inputType } of handoffs) {
    if (!names.includes(agent))
      return `hands over to "${agent}", which is not among the file's agents; add it under "agents"`;
    const wrong = inputType && schemaProblem(inputType);
    if (wrong) return `has an inputType for "${agent}" that ${wrong}`;
  }
  return null;
}

/** What a model gives along is an object of names and values, as for every function. */
function schemaProblem(schema: Record<string, unknown>): string | null {
  if (schema.type !== "object") return 'is no object; begin it with "type": "object"';
  const { reason } = defineFunction({ name: "payload", description: "", parameters: schema });
  return reason?.code === "malformed" ? `cannot be sent: ${reason.message.replace(/\.$/, "")}` : null;
}
