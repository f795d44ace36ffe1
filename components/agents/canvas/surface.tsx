"use client";
import { applyNodeChanges, type NodeChange, ReactFlow, type ReactFlowProps } from "@xyflow/react";
import { useCallback, useState } from "react";
import type { CanvasEdge, CanvasNode } from "./use-canvas.ts";

/**
 * What is drawn and moved. Where a node is while it is dragged is known only here, so that nothing around it is worked out again for
 * every frame; the rest of the canvas hears of it when it is let go.
 */
export function Surface({ drawn, ...rest }: ReactFlowProps<CanvasNode, CanvasEdge> & { drawn: CanvasNode[] }) {
  const [state, setState] = useState({ drawn, nodes: drawn });
  if (state.drawn !== drawn) setState({ drawn, nodes: drawn });
  const onNodesChange = useCallback((changes: NodeChange<CanvasNode>[]) => {
    const moves = changes.filter(({ type }) => type === "position");
    if (moves.length > 0) setState((current) => ({ ...current, nodes: applyNodeChanges(moves, current.nodes) }));
  }, []);
  return <ReactFlow nodes={state.nodes} onNodesChange={onNodesChange} {...rest} />;
}
