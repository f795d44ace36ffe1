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

/** Where each node stands by its id: agents in rows by how they reach each other, tools below those that have them. */
export function layOut({ nodes, edges }: Graph): Map<string, Position> {
  const graph = new Dagre({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 32, ranksep: 96, marginx: 24, marginy: 24 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, kind } of nodes) graph.setNode(id, { ...SIZES[kind] });
  for (const { id, from, to } of edges) graph.setEdge(from, to, {}, id);
  layout(graph);
  return new Map(
    nodes.map(({ id, kind }) => {
      const { x = 0, y = 0 } = graph.node(id);
      return [id, { x: Math.round(x - SIZES[kind].width / 2), y: Math.round(y - SIZES[kind].height / 2) }];
    }),
  );
}
