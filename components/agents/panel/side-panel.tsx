"use client";
import { AgentProvider, useFileEditing } from "../editing.tsx";
import type { PartPlace } from "../graph/parts.ts";
import { AgentPanel } from "./agent-panel.tsx";
import { AgentToolPanel } from "./agent-tool-panel.tsx";
import { FilePanel } from "./file-panel.tsx";
import { GuardrailPanel } from "./guardrail-panel.tsx";
import { HandoffPanel } from "./handoff-panel.tsx";
import { HostedToolPanel } from "./hosted-tool-panel.tsx";
import { ToolPanel } from "./tool-panel.tsx";

/** All of what is selected. */
export function SidePanel() {
  const { selection } = useFileEditing();
  if (selection.kind === "file") return <FilePanel />;
  return (
    <AgentProvider at={selection.at}>
      {selection.kind === "agent" ? <AgentPanel /> : <PartPanel part={selection} />}
    </AgentProvider>
  );
}

function PartPanel({ part: { kind, index } }: { part: PartPlace }) {
  switch (kind) {
    case "handoffs":
      return <HandoffPanel index={index} />;
    case "agentTools":
      return <AgentToolPanel index={index} />;
    case "tools":
      return <ToolPanel index={index} />;
    case "hostedTools":
      return <HostedToolPanel index={index} />;
    case "guardrails":
      return <GuardrailPanel index={index} />;
  }
}
