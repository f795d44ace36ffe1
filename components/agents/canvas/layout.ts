import { Graph as Dagre, layout } from "@dagrejs/dagre";
import type { Graph, GraphNode } from "./graph.ts";

/** A place on the canvas in pixels: a node's upper left corner. */
export type Position = { x: number; y: number };

/** How large a node is drawn, in pixels. */
export const SIZES: Record<GraphNode["kind"], { width: number; height: number }> = {
  agent: { width: 216, height: 88 },
  tool: { width: 168, height: 52 },
  hosted: { width: 168, height: 52 },
};

/** Where each node stands by its id: agents in rows by how many handovers they are away from the start, tools below all that have them. */
export function layOut({ nodes, edges }: Graph): Map<string, Position> {
  const graph = new Dagre({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 32, ranksep: 96, marginx: 24, marginy: 24 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, kind } of nodes) graph.setNode(id, { ...SIZES[kind] });
  for (const { id, from, to } of leadingDown({ nodes, edges })) graph.setEdge(from, to, {}, id);
  layout(graph);
  return new Map(
    nodes.map(({ id, kind }) => {
      const { x = 0, y = 0 } = graph.node(id);
      return [id, { x: Math.round(x - SIZES[kind].width / 2), y: Math.round(y - SIZES[kind].height / 2) }];
    }),
  );
}

/** The edges that make the rows: the first way to each agent, breadth first, and all to tools. Ways back would pull rows apart. */
function leadingDown({ nodes, edges }: Graph): Graph["edges"] {
  const reached = new Set<string>();
  const agents = nodes.filter(({ kind }) => kind === "agent");
  const isAgent = new Set(agents.map(({ id }) => id));
  const kept: Graph["edges"] = [];
  for (const { id } of agents) {
    if (reached.has(id)) continue;
    reached.add(id);
    const waiting = [id];
    for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
      for (const edge of edges.filter((each) => each.from === from)) {
        if (isAgent.has(edge.to)) {
          if (reached.has(edge.to)) continue;
          reached.add(edge.to);
          waiting.push(edge.to);
        }
        kept.push(edge);
      }
    }
  }
  return kept;
}
