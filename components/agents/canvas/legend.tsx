"use client";
import { Panel } from "@xyflow/react";
import { useTranslations } from "next-intl";

/** What the lines of the canvas mean. */
export function Legend() {
  const t = useTranslations("agents.graph.legend");
  return (
    <Panel
      position="bottom-right"
      className="flex gap-3 rounded-md border border-line bg-raised px-2.5 py-1.5 text-12 text-ink-2 @max-3xl:hidden"
    >
      {(["handoffs", "agentTools", "tools"] as const).map((kind) => (
        <span key={kind} className="flex items-center gap-1.5">
          <svg aria-hidden="true" width="18" height="4">
            <path d="M0 2H18" className={`link link-${kind}`} />
          </svg>
          {t(kind)}
        </span>
      ))}
    </Panel>
  );
}
