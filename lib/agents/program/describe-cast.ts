import "server-only";
import { type Cast, loadCast } from "../cast.ts";
import { agentsOf } from "../pins.ts";
import type { AgentFile } from "../schema.ts";
import type { ProgramAgent } from "./program-agent.ts";

/** The agents of a run, in the order of their file, with their functions as they are sent. */
export function describeCast(file: AgentFile, cast: Cast): ProgramAgent[] {
  return agentsOf(file).flatMap(({ name: agent }) => {
    const role = cast.get(agent);
    if (!role) return [];
    const functions = [...role.functions.values()].map((each) => {
      const { name, description, parameters, strict } = each.define.definition;
      const of = each.type === "tool" ? each.pin.toolName : each.to;
      return { type: each.type, of, name, description, parameters, strict };
    });
    return [{ agent: role.agent, functions }];
  });
}

/** The agents of a file with only the functions by which they reach each other; none of their tools is looked at. */
export async function describeLinks(member: { teamId: string }, file: AgentFile): Promise<ProgramAgent[]> {
  const around = { signal: new AbortController().signal, onLog: () => undefined };
  return describeCast(file, await loadCast(member, { file, pins: [] }, around));
}
