"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { PersonalKind } from "#lib/agents/policy/schema.ts";
import { withMember } from "../agent-form.ts";
import { useEditing } from "../editing.tsx";
import { ChoiceOption, NumberOption } from "../option-fields.tsx";
import { Choices } from "./choices.tsx";
import { TextField } from "./text-field.tsx";
import { ToolChoiceField } from "./tool-choice-field.tsx";

type Check = Record<string, unknown>;
type Props = { path: string; check: Check; onChange: (check: Check) => void };

/** What a kind of check can be told. */
export function CheckFields({ path, check, onChange }: Props) {
  const t = useTranslations("agents.guardrails");
  const set = (name: string, value: unknown) => onChange(withMember(check, name, value));
  switch (check.type) {
    case "pattern":
      return <PatternFields path={path} check={check} onChange={onChange} />;
    case "personalData":
      return (
        <Choices
          label={t("kinds")}
          hint={t("kindsHint")}
          options={PersonalKind.options.map((kind) => ({ value: kind, label: t(`personal.${kind}`) }))}
          chosen={Array.isArray(check.kinds) ? check.kinds.map(String) : []}
          onChange={(kinds) => set("kinds", kinds.length === 0 ? undefined : kinds)}
        />
      );
    case "blockedHosts":
      return <Hosts path={`${path}.hosts`} hosts={check.hosts} onChange={(hosts) => set("hosts", hosts)} />;
    case "longest":
      return (
        <NumberOption
          path={`${path}.characters`}
          label={t("characters")}
          value={check.characters}
          unset="1"
          onChange={(value) => set("characters", value ?? 1)}
        />
      );
    case "tool":
      return (
        <ToolChoiceField
          path={path}
          label={t("tool")}
          hint={t("toolHint")}
          value={check}
          onChange={(next) => onChange({ type: "tool", ...next })}
        />
      );
    case "model":
      return <ModelFields path={path} check={check} onChange={onChange} />;
    default:
      return null;
  }
}

function PatternFields({ path, check, onChange }: Props) {
  const t = useTranslations("agents.guardrails");
  return (
    <>
      <TextField
        look="name"
        path={`${path}.pattern`}
        label={t("pattern")}
        hint={t("patternHint")}
        value={check.pattern}
        onChange={(pattern) => onChange({ ...check, pattern: pattern ?? "" })}
      />
      <ChoiceOption
        path={`${path}.ignoreCase`}
        label={t("case")}
        value={check.ignoreCase === false ? undefined : check.ignoreCase}
        unset={t("caseMatters")}
        choices={[{ value: true, label: t("caseIgnored") }]}
        onChange={(ignoreCase) => onChange(withMember(check, "ignoreCase", ignoreCase))}
      />
    </>
  );
}

function ModelFields({ path, check, onChange }: Props) {
  const t = useTranslations("agents.guardrails");
  const { team } = useEditing();
  return (
    <>
      <TextField
        look="text"
        path={`${path}.instructions`}
        label={t("instructions")}
        hint={t("instructionsHint")}
        value={check.instructions}
        onChange={(instructions) => onChange({ ...check, instructions: instructions ?? "" })}
      />
      <ChoiceOption
        path={`${path}.provider`}
        label={t("provider")}
        value={check.provider}
        unset={t("ownModel")}
        choices={team.providers.map(({ name }) => ({ value: name, label: name }))}
        onChange={(provider) => onChange(withMember(check, "provider", provider))}
      />
      <TextField
        look="name"
        path={`${path}.name`}
        label={t("model")}
        placeholder={t("ownModel")}
        value={check.name}
        onChange={(name) => onChange(withMember(check, "name", name))}
      />
    </>
  );
}

/** Names of hosts, one a line. */
function Hosts({ path, hosts, onChange }: { path: string; hosts: unknown; onChange: (hosts: string[]) => void }) {
  const t = useTranslations("agents.guardrails");
  const { id, readOnly, problemAt } = useEditing();
  const [typed, setTyped] = useState("");
  const listed = Array.isArray(hosts) ? hosts.map(String) : [];
  const split = (text: string) => text.split(/[\s,]+/).filter(Boolean);
  return (
    <Field label={t("hosts")} hint={t("hostsHint")} error={problemAt(path)} htmlFor={`${id}-${path}`}>
      <Textarea
        value={split(typed).join() === listed.join() ? typed : listed.join("\n")}
        readOnly={readOnly}
        spellCheck={false}
        className="font-mono text-12"
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(split(target.value));
        }}
      />
    </Field>
  );
}
