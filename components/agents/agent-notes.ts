import { unknownVariables } from "#lib/agents/instructions/schema.ts";
import type { AgentForm, FileForm } from "./agent-form.ts";
import { agentsOf, placeOf } from "./file-agents.ts";

/** Something about an agent that may be meant and is worth a look; it keeps nothing from being saved. */
export type AgentNote = { at: number; path: string } & (
  | { code: "cycle"; agents: string }
  | { code: "noDescription" | "unknownVariable"; name: string }
);

/** What is worth a look in a file: handovers in a circle that no cap ends soon, variables of nothing, targets without a description. */
export function findNotes(file: FileForm): AgentNote[] {
  const agents = agentsOf(file);
  return [
    ...cycleNotes(file, agents),
    ...agents.flatMap((agent, at) => [...variableNotes(agent, at), ...descriptionNotes(agents, { agent, at })]),
  ];
}

function cycleNotes(file: FileForm, agents: readonly AgentForm[]): AgentNote[] {
  const isCapped = ["tokens", "cost", "seconds"].some((limit) => file.limits[limit] !== undefined);
  if (isCapped) return [];
  const circle = findCycle(agents);
  const at = agents.findIndex(({ name }) => name === circle?.[0]);
  return circle ? [{ at, path: `${placeOf(at)}handoffs`, code: "cycle", agents: circle.join(" → ") }] : [];
}

/** The names along the first circle of handoffs, which ends where it began; null where there is none. */
function findCycle(agents: readonly AgentForm[]): string[] | null {
  const done = new Set<string>();
  const walk = (name: string, way: readonly string[]): string[] | null => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return null;
    done.add(name);
    const next = agents.find((agent) => agent.name === name)?.handoffs ?? [];
    for (const { agent, isEnabled } of next) {
      const found = isEnabled === false ? null : walk(agent, [...way, name]);
      if (found) return found;
    }
    return null;
  };
  for (const { name } of agents) {
    const found = walk(name, []);
    if (found) return found;
  }
  return null;
}

function variableNotes({ instructions }: AgentForm, at: number): AgentNote[] {
  const path = `${placeOf(at)}instructions`;
  return unknownVariables(instructions).map((name) => ({ at, path, code: "unknownVariable", name: `{{${name}}}` }));
}

function descriptionNotes(
  agents: readonly AgentForm[],
  { agent: from, at }: { agent: AgentForm; at: number },
): AgentNote[] {
  return from.handoffs.flatMap(({ agent: name, toolDescriptionOverride }, index): AgentNote[] => {
    const target = agents.find((agent) => agent.name === name);
    const isTold = target?.description.trim() !== "" || toolDescriptionOverride !== undefined;
    return isTold ? [] : [{ at, path: `${placeOf(at)}handoffs.${index}`, code: "noDescription", name }];
  });
}
