"use client";
import type { KeyboardEvent } from "react";
import { useFileEditing } from "../editing.tsx";
import { useGraphActs } from "../graph/use-graph-acts.ts";
import type { GraphEdge, GraphNode } from "./graph.ts";
import type { useCanvas } from "./use-canvas.ts";

/** The canvas by keyboard: Enter opens what has the focus, Delete takes it away; the arrow keys are the canvas's own. */
export function useCanvasKeys({ graph }: ReturnType<typeof useCanvas>, onOpen: () => void) {
  const { readOnly, select } = useFileEditing();
  const acts = useGraphActs();

  function remove(node: GraphNode | undefined, edge: GraphEdge | undefined) {
    const place = edge?.place ?? node?.place;
    if (!edge && node?.kind === "tool") acts.removeTool(node.name);
    else if (place?.kind === "agent") acts.removeAgent(place.at);
    else if (place && place.kind !== "file") acts.removePart(place.at, place);
  }

  return (event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const id = target?.getAttribute("data-id");
    const node = target?.matches(".react-flow__node") ? graph.nodes.find((each) => each.id === id) : undefined;
    const edge = target?.matches(".react-flow__edge") ? graph.edges.find((each) => each.id === id) : undefined;
    const place = edge?.place ?? node?.place;
    if (!place) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      select(place);
      if (event.key === "Enter") onOpen();
    } else if ((event.key === "Delete" || event.key === "Backspace") && !readOnly) {
      event.preventDefault();
      remove(node, edge);
    }
  };
}
