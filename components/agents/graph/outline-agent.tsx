"use client";
import { useTranslations } from "next-intl";
import { AgentMark } from "#components/ui/agent-mark.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Tag } from "#components/ui/tag.tsx";
import { AgentProvider, useEditing, useFileEditing } from "../editing.tsx";
import { keyOf, type PartKind } from "../selection.ts";
import { ToolPicker } from "../tool-picker.tsx";
import { AgentActs } from "./agent-acts.tsx";
import { ConnectMenu } from "./connect-menu.tsx";
import { OutlinePart } from "./outline-part.tsx";
import { StateMarks } from "./state-marks.tsx";
import { useAgentFacts } from "./use-agent-facts.ts";

const LISTS: readonly PartKind[] = ["handoffs", "agentTools", "tools", "hostedTools", "guardrails"];

type Props = { at: number; onRemoved: () => void };

/** An agent in the list: itself, then its parts, each of which opens in the side panel. */
export function OutlineAgent({ at, onRemoved }: Props) {
  return (
    <AgentProvider at={at}>
      <Row at={at} onRemoved={onRemoved} />
    </AgentProvider>
  );
}

function Row({ at, onRemoved }: Props) {
  const t = useTranslations("agents.graph");
  const { form, readOnly } = useEditing();
  const { selection, select } = useFileEditing();
  const { model } = useAgentFacts();
  const isSelected = keyOf(selection) === `agent-${at}`;
  const name = form.name || t("unnamed");
  return (
    <li className="shrink-0 rounded-md border border-line-strong bg-surface">
      <div className={cn("flex flex-wrap items-center gap-2 rounded-t-md px-2 py-1.5", isSelected && "bg-selected")}>
        <button
          type="button"
          aria-current={isSelected || undefined}
          onClick={() => select({ kind: "agent", at })}
          className="flex min-w-32 flex-1 items-center gap-2.5 rounded-sm text-left"
        >
          <AgentMark name={name} />
          <span className="min-w-0 flex-1">
            <span className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 truncate font-semibold">{name}</span>
              {at === 0 ? <Tag>{t("start")}</Tag> : null}
              <StateMarks place={{ kind: "agent", at }} />
            </span>
            <span className="block truncate text-12 text-ink-3">{model}</span>
          </span>
        </button>
        {readOnly ? null : (
          <div className="flex shrink-0 items-center gap-1">
            <ConnectMenu at={at} />
            <ToolPicker label={t("addToolsTo", { name })} />
            <AgentActs at={at} />
          </div>
        )}
      </div>
      {LISTS.map((kind) =>
        form[kind].length === 0 ? null : (
          <ul
            key={kind}
            aria-label={t(`partsOf.${kind}`, { name })}
            className="divide-y divide-line border-t border-line"
          >
            {Array.from(form[kind].keys(), (index) => (
              <OutlinePart key={index} part={{ kind, index }} onRemoved={onRemoved} />
            ))}
          </ul>
        ),
      )}
    </li>
  );
}
