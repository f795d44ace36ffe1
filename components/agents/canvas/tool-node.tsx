"use client";
import { Handle, type NodeProps, Position } from "@xyflow/react";
import { Server, ShieldQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { cn } from "#components/ui/class-names.ts";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import { AgentProvider, useEditing, useFileEditing } from "../editing.tsx";
import { agentsOf } from "../file-agents.ts";
import { StateMarks } from "../graph/state-marks.tsx";
import type { GraphNode } from "./graph.ts";
import type { CanvasNode } from "./use-canvas.ts";

/** A tool on the canvas, square; one that asks a person first says so. */
export const ToolNode = memo(function ToolNode({ data, selected }: NodeProps<CanvasNode>) {
  return (
    <AgentProvider at={data.node.place.at}>
      <Card node={data.node} selected={selected} />
    </AgentProvider>
  );
});

function Card({ node: { kind, name, place }, selected }: { node: GraphNode; selected: boolean }) {
  const t = useTranslations("agents.graph");
  const { team } = useEditing();
  const known = team.tools.find((tool) => tool.name === name);
  return (
    <div
      className={cn(
        "relative flex h-full items-center gap-2.5 rounded-sm border bg-raised px-2.5 shadow-2",
        selected ? "border-accent" : "border-line-strong",
      )}
    >
      {kind === "hosted" ? (
        <span aria-hidden className="grid size-7 shrink-0 place-items-center">
          <Server className="size-4 stroke-[1.5] text-ink-2" />
        </span>
      ) : (
        <ToolIcon name={name} />
      )}
      <div className="min-w-0 flex-1">
        <div className="truncate font-medium">{name}</div>
        <div className="truncate text-12 text-ink-3">
          {kind === "hosted" ? t("kinds.hostedTools") : known ? `v${known.currentNumber}` : t("unknownTool")}
        </div>
      </div>
      <StateMarks place={place} />
      {kind === "tool" ? <Asks name={name} /> : null}
      <Handle type="target" position={Position.Top} className="handle-in" isConnectableStart={false} />
    </div>
  );
}

function Asks({ name }: { name: string }) {
  const t = useTranslations("agents.graph");
  const { file } = useFileEditing();
  const asks = agentsOf(file).some(({ tools }) =>
    tools.some(({ tool, approval }) => tool === name && approval !== undefined && approval !== "never"),
  );
  if (!asks) return null;
  return (
    <span
      role="img"
      aria-label={t("about.asks")}
      title={t("about.asks")}
      className="absolute -top-2.5 -right-2 grid size-5.5 place-items-center rounded-full border border-warn-line bg-warn-soft text-warn-text"
    >
      <ShieldQuestion aria-hidden className="size-3.5" />
    </span>
  );
}
