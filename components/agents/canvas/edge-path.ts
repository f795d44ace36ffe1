import { type EdgeProps, getBezierPath, Position } from "@xyflow/react";
import { SIZES } from "./layout.ts";

type Ends = Pick<EdgeProps, "sourceX" | "sourceY" | "targetX" | "targetY" | "sourcePosition" | "targetPosition">;

/** The line of an edge, and where its label stands: down from node to node, or round their right sides where it leads back up. */
export function edgePath(ends: Ends, from: "handoffs" | "other") {
  const leadsUp = ends.targetY < ends.sourceY;
  const [path, x, y] = getBezierPath(leadsUp ? besideNodes(ends, from) : ends);
  if (leadsUp) return { path, x, y, leadsUp };
  // Nearer to where it leads: those that part at one node would all stand in the middle between its next ones.
  const part = (source: number, target: number) => source + (target - source) * DOWN;
  return { path, x: part(ends.sourceX, ends.targetX), y: part(ends.sourceY, ends.targetY), leadsUp };
}

/** How far down the line a label stands: there the curve is all but straight above its target. */
const DOWN = 0.72;

/** Where its handle stands on an agent's lower edge, as a part of the width; the stylesheet says the same. */
const HANDLE_AT = { handoffs: 0.35, other: 0.65 };

function besideNodes({ sourceX, sourceY, targetX, targetY }: Ends, from: "handoffs" | "other"): Ends {
  const { width, height } = SIZES.agent;
  return {
    sourceX: sourceX + width * (1 - HANDLE_AT[from]),
    sourceY: sourceY - height / 2,
    targetX: targetX + width / 2,
    targetY: targetY + height / 2,
    sourcePosition: Position.Right,
    targetPosition: Position.Right,
  };
}
