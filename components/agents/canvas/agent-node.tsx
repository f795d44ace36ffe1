"use client";
import { Handle, type NodeProps, Position } from "@xyflow/react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Pip } from "#components/ui/pip.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { AgentProvider, useEditing } from "../editing.tsx";
import { StateMarks } from "../graph/state-marks.tsx";
import { useAgentFacts } from "../graph/use-agent-facts.ts";
import { useLive } from "./live.tsx";
import type { CanvasNode } from "./use-canvas.ts";

/** An agent on the canvas: who it is, what answers, what it has. From its edge one draws to another agent or to a tool. */
export const AgentNode = memo(function AgentNode({ data, selected }: NodeProps<CanvasNode>) {
  return (
    <AgentProvider at={data.node.place.at}>
      <Card selected={selected} />
    </AgentProvider>
  );
});

function Card({ selected }: { selected: boolean }) {
  const t = useTranslations("agents.graph");
  const { at, form, readOnly } = useEditing();
  const { model } = useAgentFacts();
  const live = useLive();
  const isLive = live.agent === form.name;
  const name = form.name || t("unnamed");
  return (
    <div
      className={cn(
        "flex h-full flex-col rounded-lg border bg-raised shadow-2",
        selected || isLive ? "border-accent" : "border-line-strong",
        isLive && "glow",
        isLive && live.running && "glow-running",
      )}
    >
      <div className="flex min-h-0 flex-1 items-center gap-2.5 px-3">
        <AgentMark name={name} />
        <div className="min-w-0 flex-1">
          <div className="truncate font-semibold">{name}</div>
          <div className="truncate text-12 text-ink-3">{model}</div>
        </div>
        <StateMarks place={{ kind: "agent", at }} />
        {isLive && live.running ? <Pip tone="run" label={t("running")} /> : at === 0 ? <Tag>{t("start")}</Tag> : null}
      </div>
      <div className="flex h-8 items-center truncate border-t border-line px-3 text-12 text-ink-2">
        {t("counts", {
          tools: form.tools.length + form.hostedTools.length,
          handoffs: form.handoffs.length,
          guardrails: form.guardrails.length,
        })}
      </div>
      <Handle type="target" position={Position.Top} className="handle-in" isConnectableStart={false} />
      <Handle
        id="handoffs"
        type="source"
        position={Position.Bottom}
        title={t("dragHandoff")}
        className={cn("handle-out handle-handoff", readOnly && "invisible")}
      />
      <Handle
        id="agentTools"
        type="source"
        position={Position.Bottom}
        title={t("dragAsk")}
        className={cn("handle-out handle-ask", readOnly && "invisible")}
      />
    </div>
  );
}
