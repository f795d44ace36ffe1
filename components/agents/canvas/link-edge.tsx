"use client";
import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { memo } from "react";
import { cn } from "#components/ui/class-names.ts";
import { AgentProvider, useFileEditing } from "../editing.tsx";
import { agentsOf } from "../file-agents.ts";
import { StateMarks } from "../graph/state-marks.tsx";
import { useFunction } from "../graph/use-function.ts";
import { usePartWords } from "../graph/use-part-words.ts";
import { keyOf, type PartKind, type Selection } from "../selection.ts";
import { edgePath } from "./edge-path.ts";
import { useLive } from "./live.tsx";
import type { CanvasEdge } from "./use-canvas.ts";

type PartPlace = Exclude<Selection, { kind: "file" } | { kind: "agent" }>;

/** How an agent reaches another, with what is set of it, or a tool. */
export const LinkEdge = memo(function LinkEdge({ data, selected, markerEnd, ...ends }: EdgeProps<CanvasEdge>) {
  const place = data?.edge.place as PartPlace;
  const { path, x, y, leadsUp } = edgePath(ends, place.kind === "handoffs" ? "handoffs" : "other");
  const isTaken = useTaken(place);
  return (
    <>
      <BaseEdge
        path={path}
        interactionWidth={18}
        className={cn("link", `link-${place.kind}`, selected && "link-selected", isTaken && "link-taken")}
        {...(markerEnd === undefined ? {} : { markerEnd })}
      />
      {LABELLED.includes(place.kind) ? (
        <AgentProvider at={place.at}>
          <Label place={place} at={{ x, y }} isQuiet={leadsUp && !selected} />
        </AgentProvider>
      ) : null}
    </>
  );
});

const LABELLED: readonly PartKind[] = ["handoffs", "agentTools"];

/** Whether a session has just gone this way. */
function useTaken({ kind, at, index }: PartPlace): boolean {
  const { edge } = useLive();
  const { file } = useFileEditing();
  if (!edge || kind !== "handoffs") return false;
  const agent = agentsOf(file)[at];
  return agent?.name === edge.from && agent.handoffs[index]?.agent === edge.to;
}

type LabelProps = {
  place: PartPlace;
  at: { x: number; y: number };
  /** Whether only what is wrong is said: beside nodes a name would cover them. */
  isQuiet: boolean;
};

function Label({ place, at: { x, y }, isQuiet }: LabelProps) {
  const { selection, select } = useFileEditing();
  const { about } = usePartWords(place);
  const known = useFunction(place.at, place);
  const name = isQuiet ? "" : (known?.name ?? about);
  const marks = <StateMarks place={place} />;
  return (
    <EdgeLabelRenderer>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the edge itself has the keyboard and the name; this only makes it larger for a pointer. */}
      <div
        title={about}
        onClick={() => select(place)}
        style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        className={cn(
          "nodrag nopan pointer-events-auto absolute z-10 flex max-w-56 items-center gap-1 rounded-full font-mono text-12",
          name !== "" && "border px-2 py-0.5",
          keyOf(selection) === keyOf(place)
            ? "border-transparent bg-accent text-on-accent"
            : "border-line-strong bg-surface text-ink-2",
          name === "" && "bg-transparent",
        )}
      >
        {name === "" ? null : <span className="truncate">{name}</span>}
        {marks}
      </div>
    </EdgeLabelRenderer>
  );
}
