"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Graph, GraphEdge, GraphNode } from "./graph.ts";

/** What a screen reader says of a node or an edge. */
export function useGraphLabels({ nodes }: Graph) {
  const t = useTranslations("agents.graph");
  return useMemo(() => {
    const names = new Map(nodes.map(({ id, name }) => [id, name || t("unnamed")]));
    return {
      node: ({ id, kind, place }: GraphNode) =>
        t(`nodeLabels.${kind === "agent" && place.at === 0 ? "start" : kind}`, { name: names.get(id) ?? "" }),
      edge: ({ kind, from, to }: GraphEdge) =>
        t(`edgeLabels.${kind}`, { from: names.get(from) ?? "", to: names.get(to) ?? "" }),
    };
  }, [t, nodes]);
}
