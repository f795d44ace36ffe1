"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useEditing } from "../editing.tsx";
import { ChoiceOption } from "../option-fields.tsx";
import { CheckFields } from "./check-fields.tsx";
import { Choices } from "./choices.tsx";
import { PartHead } from "./part-head.tsx";
import { CHECK_TYPES, type CheckType, READY_GUARDRAILS } from "./ready-guardrails.ts";
import { TextField } from "./text-field.tsx";
import { usePart } from "./use-part.ts";

const STAGES = ["input", "output", "toolArguments", "toolResult"] as const;

/** Every option of a guardrail: what it looks at, how, and what a trip does. */
export function GuardrailPanel({ index }: { index: number }) {
  const t = useTranslations("agents.guardrails");
  const { id, readOnly, problemAt } = useEditing();
  const { part, path, set } = usePart({ kind: "guardrails", index });
  const check = typeof part.check === "object" && part.check !== null ? (part.check as Record<string, unknown>) : {};
  const isOfCalls = part.on === "toolArguments" || part.on === "toolResult";
  return (
    <>
      <PartHead part={{ kind: "guardrails", index }} />
      <div className="flex flex-col gap-4 p-4">
        <TextField
          look="text"
          path={`${path}.name`}
          label={t("name")}
          value={part.name}
          onChange={(name) => set("name", name ?? "")}
        />
        <Field label={t("on")} error={problemAt(`${path}.on`)} htmlFor={`${id}-${path}.on`}>
          <NativeSelect value={String(part.on)} disabled={readOnly} onChange={({ target }) => set("on", target.value)}>
            {STAGES.map((stage) => (
              <option key={stage} value={stage}>
                {t(`stages.${stage}`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <Field label={t("check")} htmlFor={`${id}-${path}.check`}>
          <NativeSelect
            value={String(check.type)}
            disabled={readOnly}
            onChange={({ target }) => set("check", READY_GUARDRAILS[target.value as CheckType].check)}
          >
            {CHECK_TYPES.map((type) => (
              <option key={type} value={type}>
                {t(`checks.${type}`)}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <CheckFields path={`${path}.check`} check={check} onChange={(next) => set("check", next)} />
        {isOfCalls ? <Tools value={part.tools} onChange={(tools) => set("tools", tools)} /> : null}
        <WhenTripped index={index} />
      </div>
    </>
  );
}

/** Which of the agent's tools it is for; none chosen, all. */
function Tools({ value, onChange }: { value: unknown; onChange: (tools: string[] | undefined) => void }) {
  const t = useTranslations("agents.guardrails");
  const { form } = useEditing();
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const offered = [...new Set([...form.tools.map(({ tool }) => tool), ...chosen])];
  if (offered.length === 0) return null;
  return (
    <Choices
      label={t("tools")}
      hint={t("toolsHint")}
      options={offered.map((name) => ({ value: name, label: name }))}
      chosen={chosen}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
    />
  );
}

function WhenTripped({ index }: { index: number }) {
  const t = useTranslations("agents.guardrails");
  const { part, path, set } = usePart({ kind: "guardrails", index });
  const isOfCalls = part.on === "toolArguments" || part.on === "toolResult";
  return (
    <>
      {isOfCalls && part.blocking === undefined ? null : (
        <ChoiceOption
          path={`${path}.blocking`}
          label={t("blocking")}
          hint={t(part.on === "input" ? "blockingInput" : "blockingOutput")}
          value={part.blocking}
          unset={t("blockingUnset")}
          choices={[
            { value: true, label: t("waits") },
            { value: false, label: t("beside") },
          ]}
          onChange={(value) => set("blocking", value)}
        />
      )}
      {part.on !== "input" || part.behavior !== undefined ? (
        <ChoiceOption
          path={`${path}.behavior`}
          label={t("behavior")}
          value={part.behavior}
          unset={t(isOfCalls ? "behaviors.unsetCalls" : "behaviors.unset")}
          choices={[
            { value: "stop", label: t("behaviors.stop") },
            { value: "reject", label: t("behaviors.reject") },
          ]}
          onChange={(value) => set("behavior", value)}
        />
      ) : null}
      <TextField
        look="text"
        path={`${path}.message`}
        label={t("message")}
        hint={t("messageHint")}
        value={part.message}
        onChange={(value) => set("message", value)}
      />
    </>
  );
}
