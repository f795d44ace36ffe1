"use client";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useFileEditing } from "../editing.tsx";
import { agentsOf } from "../file-agents.ts";
import { OutlineAgent } from "./outline-agent.tsx";

/** The graph as a list: each agent with all that it reaches, in the order of the file. It can do all that the canvas can. */
export function AgentOutline() {
  const t = useTranslations("agents.graph");
  const { file } = useFileEditing();
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={t("agents")}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto bg-canvas p-3 focus-visible:-outline-offset-2"
    >
      {Array.from(agentsOf(file).keys(), (at) => (
        <OutlineAgent key={at} at={at} onRemoved={() => list.current?.focus()} />
      ))}
    </ul>
  );
}
