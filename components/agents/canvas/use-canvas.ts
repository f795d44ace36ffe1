"use client";
import { type Edge, MarkerType, type Node } from "@xyflow/react";
import { useMemo, useState } from "react";
import { useFileEditing } from "../editing.tsx";
import { keyOf, type Selection } from "../selection.ts";
import { type Graph, type GraphEdge, type GraphNode, graphOf, shapeOf } from "./graph.ts";
import { layOut, SIZES } from "./layout.ts";
import { keepMoved, type Moved, readMoved } from "./positions.ts";
import { useGraphLabels } from "./use-graph-labels.ts";

export type CanvasNode = Node<{ node: GraphNode }>;
export type CanvasEdge = Edge<{ edge: GraphEdge }>;

/** The graph of the file as the canvas draws it; where nodes are put is kept in this browser, apart from the file. */
export function useCanvas() {
  const { id, file, selection, readOnly } = useFileEditing();
  const graph = useMemo(() => graphOf(file), [file]);
  const labels = useGraphLabels(graph);
  const shape = shapeOf(graph);
  // biome-ignore lint/correctness/useExhaustiveDependencies: graphs of one shape are laid out alike.
  const places = useMemo(() => layOut(graph), [shape]);
  const [moved, setMoved] = useState<Moved>(() => readMoved(id));
  const drawn = useMemo(
    () => drawNodes(graph, { places, moved, labels, selected: keyOf(nodeOf(graph, selection)), readOnly }),
    [graph, places, moved, labels, selection, readOnly],
  );
  const edges = useMemo(() => drawEdges(graph, { selected: keyOf(selection), labels }), [graph, selection, labels]);
  const move = (next: Moved) => {
    setMoved(next);
    keepMoved(id, { moved: next, keys: graph.nodes.map(({ key }) => key) });
  };
  return {
    graph,
    drawn,
    edges,
    /** Keeps nodes where they were put. */
    put: (nodes: readonly CanvasNode[]) =>
      move({ ...moved, ...Object.fromEntries(nodes.map(({ data, position }) => [data.node.key, round(position)])) }),
    /** Keeps a place for an agent that is being made. */
    reserve: (name: string, position: { x: number; y: number }) =>
      move({ ...moved, [`agent ${name}`]: round(position) }),
    tidy: () => move({}),
  };
}

type Drawing = {
  places: ReturnType<typeof layOut>;
  moved: Moved;
  labels: ReturnType<typeof useGraphLabels>;
  selected: string;
  readOnly: boolean;
};

function drawNodes({ nodes }: Graph, { places, moved, labels, selected, readOnly }: Drawing): CanvasNode[] {
  return nodes.map((node) => ({
    id: node.id,
    type: node.kind === "agent" ? "agent" : "tool",
    position: moved[node.key] ?? places.get(node.id) ?? { x: 0, y: 0 },
    ...SIZES[node.kind],
    measured: SIZES[node.kind],
    data: { node },
    selected: keyOf(node.place) === selected,
    connectable: !readOnly,
    deletable: false,
    ariaLabel: labels.node(node),
  }));
}

function drawEdges(
  { edges }: Graph,
  { selected, labels }: { selected: string; labels: ReturnType<typeof useGraphLabels> },
): CanvasEdge[] {
  return edges.map((edge) => {
    const isSelected = edge.id === selected;
    const color = isSelected ? "var(--accent)" : COLORS[edge.kind];
    return {
      id: edge.id,
      type: "link",
      source: edge.from,
      target: edge.to,
      sourceHandle: edge.kind === "handoffs" ? "handoffs" : "agentTools",
      data: { edge },
      selected: isSelected,
      deletable: false,
      ariaLabel: labels.edge(edge),
      ...(edge.kind === "handoffs" || edge.kind === "agentTools"
        ? { markerEnd: { type: MarkerType.ArrowClosed, color, width: 16, height: 16 } }
        : {}),
    };
  });
}

/** A tool that several agents have is one node: the use of any of them selects it. */
function nodeOf({ nodes, edges }: Graph, selection: Selection): Selection {
  if (selection.kind !== "tools") return selection;
  const to = edges.find(({ id }) => id === keyOf(selection))?.to;
  return nodes.find(({ id }) => id === to)?.place ?? selection;
}

const COLORS: Record<GraphEdge["kind"], string> = {
  handoffs: "var(--handoff)",
  agentTools: "var(--accent-line)",
  tools: "var(--line-input)",
  hostedTools: "var(--line-input)",
  guardrails: "var(--line-input)",
};

function round({ x, y }: { x: number; y: number }) {
  return { x: Math.round(x), y: Math.round(y) };
}
