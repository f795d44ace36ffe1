"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { useEditing, useFileEditing } from "../editing.tsx";
import { agentsOf, withAgent } from "../file-agents.ts";
import { FilterField } from "./filter-field.tsx";
import { FunctionFields } from "./function-fields.tsx";
import { ModelSees } from "./model-sees.tsx";
import { PartHead } from "./part-head.tsx";
import { TargetField } from "./target-field.tsx";
import { ToolChoiceField } from "./tool-choice-field.tsx";
import { usePart } from "./use-part.ts";
import { EnabledField } from "./when-field.tsx";

/** Every option of a handoff. */
export function HandoffPanel({ index }: { index: number }) {
  const t = useTranslations("agents.handoff");
  const { file } = useFileEditing();
  const { part, path, set } = usePart({ kind: "handoffs", index });
  return (
    <>
      <PartHead part={{ kind: "handoffs", index }} />
      <div className="flex flex-col gap-4 p-4">
        <TargetField path={`${path}.agent`} value={part.agent} onChange={(agent) => set("agent", agent)} />
        <TargetDescription name={part.agent} />
        <FunctionFields of="handoff" path={path} part={part} set={set} />
        <ToolChoiceField
          path={`${path}.onHandoff`}
          label={t("onHandoff")}
          hint={t("onHandoffHint")}
          none={t("noOnHandoff")}
          value={part.onHandoff as Record<string, unknown> | undefined}
          onChange={(value) => set("onHandoff", value)}
        />
        <FilterField
          path={`${path}.inputFilter`}
          label={t("inputFilter")}
          unset={t(file.handoffFilter === undefined ? "wholeHistory" : "fileFilter")}
          value={part.inputFilter}
          onChange={(value) => set("inputFilter", value)}
        />
        <EnabledField path={`${path}.isEnabled`} value={part.isEnabled} onChange={(value) => set("isEnabled", value)} />
        <ModelSees part={{ kind: "handoffs", index }} />
      </div>
    </>
  );
}

/** What the target says of itself, which the model is told with the handoff; it is the target's own. */
function TargetDescription({ name }: { name: unknown }) {
  const t = useTranslations("agents.handoff");
  const { file, edit } = useFileEditing();
  const { id, readOnly } = useEditing();
  const at = agentsOf(file).findIndex((agent) => agent.name === name);
  const target = agentsOf(file)[at];
  if (!target) return null;
  return (
    <Field label={t("handoffDescription")} hint={t("handoffDescriptionHint")} htmlFor={`${id}-target-description`}>
      <Textarea
        value={target.description}
        readOnly={readOnly}
        onChange={(event) => edit(withAgent(file, at, { description: event.target.value }), `description ${at}`)}
      />
    </Field>
  );
}
