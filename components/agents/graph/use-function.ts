"use client";
import type { DescribedAgent } from "../actions.ts";
import { useFileEditing } from "../editing.tsx";
import type { PartPlace } from "./parts.ts";

/** The function by which an agent's model knows one of its handoffs or agents to ask, as far as it is known. */
export function useFunction(at: number, { kind, index }: PartPlace): DescribedAgent["functions"][number] | undefined {
  const { described } = useFileEditing();
  const type = kind === "handoffs" ? "handoff" : kind === "agentTools" ? "agent" : null;
  return described[at]?.functions.filter((each) => each.type === type)[index];
}
