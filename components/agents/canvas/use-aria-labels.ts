"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";

/** What the canvas says to a screen reader of its own accord, in the reader's language. */
export function useAriaLabels() {
  const t = useTranslations("agents.graph.reader");
  return useMemo(
    () => ({
      "node.a11yDescription.default": t("node"),
      "node.a11yDescription.keyboardDisabled": t("node"),
      "node.a11yDescription.ariaLiveMessage": ({ x, y }: { x: number; y: number }) =>
        t("moved", { x: Math.round(x), y: Math.round(y) }),
      "edge.a11yDescription.default": t("edge"),
      "minimap.ariaLabel": t("map"),
      "handle.ariaLabel": t("handle"),
    }),
    [t],
  );
}
