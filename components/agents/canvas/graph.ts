import type { FileForm } from "../agent-form.ts";
import { agentsOf } from "../file-agents.ts";
import { keyOf, type PartKind, type Selection } from "../selection.ts";

/** A round agent, or a square tool that one or several agents may call. */
export type GraphNode = {
  id: string;
  kind: "agent" | "tool" | "hosted";
  name: string;
  /** What its position is kept by: it outlives changes of numbers. */
  key: string;
  /** What is shown of it; of a tool, the use of the first agent that has it. */
  place: Exclude<Selection, { kind: "file" }>;
};

/** How an agent reaches another or a tool; its id is the key of its place. */
export type GraphEdge = { id: string; kind: PartKind; from: string; to: string; place: Selection };

export type Graph = { nodes: GraphNode[]; edges: GraphEdge[] };

/** The agents of a file and their tools, and all by which they reach each other. What names an agent that is not there is left out. */
export function graphOf(file: FileForm): Graph {
  const agents = agentsOf(file);
  const nodes = new Map<string, GraphNode>();
  const edges: GraphEdge[] = [];
  const reach = (kind: PartKind, { at, index, to }: { at: number; index: number; to: string }) => {
    const place = { kind, at, index };
    edges.push({ id: keyOf(place), kind, from: agentId(at), to, place });
  };
  for (const [at, { name }] of agents.entries()) {
    nodes.set(agentId(at), {
      id: agentId(at),
      kind: "agent",
      name,
      key: `agent ${name}`,
      place: { kind: "agent", at },
    });
  }
  for (const [at, { name: owner, handoffs, agentTools, tools, hostedTools }] of agents.entries()) {
    for (const [kind, links] of Object.entries({ handoffs, agentTools }) as [PartKind, typeof handoffs][]) {
      for (const [index, { agent }] of links.entries()) {
        const to = agents.findIndex(({ name }) => name === agent);
        if (to >= 0) reach(kind, { at, index, to: agentId(to) });
      }
    }
    for (const [index, { tool: name }] of tools.entries()) {
      const id = `tool ${name}`;
      if (!nodes.has(id)) nodes.set(id, { id, kind: "tool", name, key: id, place: { kind: "tools", at, index } });
      reach("tools", { at, index, to: id });
    }
    for (const [index, { type: name }] of hostedTools.entries()) {
      const place = { kind: "hostedTools" as const, at, index };
      const key = `hosted ${owner} ${name} ${index}`;
      nodes.set(key, { id: keyOf(place), kind: "hosted", name, key, place });
      reach("hostedTools", { at, index, to: keyOf(place) });
    }
  }
  return { nodes: [...nodes.values()], edges };
}

/** What two graphs have in common that are laid out alike. */
export function shapeOf({ nodes, edges }: Graph): string {
  return JSON.stringify([nodes.map(({ id }) => id), edges.map(({ from, to }) => [from, to])]);
}

function agentId(at: number): string {
  return keyOf({ kind: "agent", at });
}
