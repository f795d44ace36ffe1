"use client";
import { useTranslations } from "next-intl";
import { FunctionFields } from "./function-fields.tsx";
import { ModelSees } from "./model-sees.tsx";
import { PartHead } from "./part-head.tsx";
import { TargetField } from "./target-field.tsx";
import { usePart } from "./use-part.ts";
import { ApprovalField, EnabledField } from "./when-field.tsx";

/** Every option of an agent that is asked like a tool. */
export function AgentToolPanel({ index }: { index: number }) {
  const t = useTranslations("agents.agentTool");
  const { part, path, set } = usePart({ kind: "agentTools", index });
  return (
    <>
      <PartHead part={{ kind: "agentTools", index }} />
      <div className="flex flex-col gap-4 p-4">
        <p className="text-12 text-ink-3">{t("about")}</p>
        <TargetField path={`${path}.agent`} value={part.agent} onChange={(agent) => set("agent", agent)} />
        <FunctionFields of="agentTool" path={path} part={part} set={set} />
        <ApprovalField path={`${path}.approval`} value={part.approval} onChange={(value) => set("approval", value)} />
        <EnabledField path={`${path}.isEnabled`} value={part.isEnabled} onChange={(value) => set("isEnabled", value)} />
        <ModelSees part={{ kind: "agentTools", index }} />
      </div>
    </>
  );
}
