"use client";
import { type Connection, type FinalConnectionState, useReactFlow } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { useFileEditing } from "../editing.tsx";
import { freeName } from "../file-agents.ts";
import { useGraphActs } from "../graph/use-graph-acts.ts";
import { SIZES } from "./layout.ts";
import type { useCanvas } from "./use-canvas.ts";

/** What drawing from an agent's edge does: onto an agent a handoff or a question, onto a tool its use, onto nothing a new agent. */
export function useDrawing({ graph, reserve }: ReturnType<typeof useCanvas>) {
  const t = useTranslations("agents.graph");
  const { file, readOnly } = useFileEditing();
  const { link, linkNew, addTool } = useGraphActs();
  const { screenToFlowPosition } = useReactFlow();
  const find = (id: string | null) => graph.nodes.find((node) => node.id === id);
  const kindOf = (handle: string | null | undefined) => (handle === "agentTools" ? "agentTools" : "handoffs");

  function connect({ source, target, sourceHandle }: Connection) {
    const from = find(source);
    const to = find(target);
    if (from?.kind !== "agent" || !to) return;
    if (to.kind === "agent") link(from.place.at, { kind: kindOf(sourceHandle), to: to.place.at });
    else if (to.kind === "tool") addTool(from.place.at, to.name);
  }

  function connectEnd(event: MouseEvent | TouchEvent, { fromNode, fromHandle, toNode }: FinalConnectionState) {
    const from = find(fromNode?.id ?? null);
    if (toNode || from?.kind !== "agent" || readOnly) return;
    const point = "changedTouches" in event ? event.changedTouches[0] : event;
    if (!point) return;
    const { x, y } = screenToFlowPosition({ x: point.clientX, y: point.clientY });
    reserve(freeName(file, t("newAgent")), { x: x - SIZES.agent.width / 2, y });
    linkNew(from.place.at, kindOf(fromHandle?.id));
  }

  const isValid = ({ source, target }: { source: string; target: string }) =>
    source !== target && find(target)?.kind !== "hosted";
  return { connect, connectEnd, isValid };
}
