import { CornerDownRight, MessageCircleQuestion, Server, Shield } from "lucide-react";
import { ToolIcon } from "#components/ui/tool-icon.tsx";
import type { PartKind } from "../selection.ts";

/** The mark of a part of an agent: tools are square, handoffs violet arrows. */
export function PartIcon({ kind, name }: { kind: PartKind; name: string }) {
  if (kind === "tools") return <ToolIcon name={name} size="sm" />;
  const Icon = ICONS[kind];
  return (
    <span aria-hidden className="grid size-5 shrink-0 place-items-center">
      <Icon className={kind === "handoffs" ? "size-4 stroke-[1.75] text-handoff" : "size-4 stroke-[1.5] text-ink-2"} />
    </span>
  );
}

const ICONS = {
  handoffs: CornerDownRight,
  agentTools: MessageCircleQuestion,
  hostedTools: Server,
  guardrails: Shield,
} as const;
