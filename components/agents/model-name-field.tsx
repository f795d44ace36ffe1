"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { withMember } from "./agent-form.ts";
import { type AgentTeam, useEditing } from "./editing.tsx";
import { useModelFacts } from "./use-model-facts.ts";

type Listed = { of: string; names: readonly string[]; problem: string | null };

/** The model's name, with what the provider's server lists as suggestions; any other name can be written too. */
export function ModelNameField({ provider }: { provider: AgentTeam["providers"][number] | undefined }) {
  const t = useTranslations("agents.model");
  const { id, form, readOnly, change, problemAt, listModels } = useEditing();
  const [listed, setListed] = useState<Listed | null>(null);
  const current = listed?.of === provider?.id ? listed : null;

  async function list() {
    if (!provider || current) return;
    setListed({ of: provider.id, names: [], problem: null });
    const answer = await listModels({ providerId: provider.id });
    const found = answer.ok ? { names: answer.value, problem: null } : { names: [], problem: answer.error.message };
    setListed({ of: provider.id, ...found });
  }

  const isMissing = form.model.name === undefined && provider !== undefined && provider.defaultModel === null;
  return (
    <Field
      labelAt="beside"
      label={t("name")}
      htmlFor={`${id}-model-name`}
      error={problemAt("model.name")}
      hint={
        <>
          <Facts />
          {isMissing ? <span className="block text-warn-text">{t("nameMissing")}</span> : null}
          {current?.problem ? <span className="block">{t("notListed", { why: current.problem })}</span> : null}
        </>
      }
    >
      <Input
        value={form.model.name ?? ""}
        readOnly={readOnly}
        list={`${id}-models`}
        autoComplete="off"
        spellCheck={false}
        placeholder={provider?.defaultModel ?? t("namePlaceholder")}
        onFocus={() => void list()}
        onChange={({ target }) =>
          change({ model: withMember(form.model, "name", target.value === "" ? undefined : target.value) })
        }
        className="font-mono text-12"
      />
      <datalist id={`${id}-models`}>
        {current?.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  );
}

/** What is known of the model: how much it can read, and its price. */
function Facts() {
  const t = useTranslations("agents.model");
  const format = useFormatter();
  const { name, facts } = useModelFacts();
  if (name === undefined) return null;
  if (!facts) return <span className="block">{t("unknownModel")}</span>;
  const tokens = facts.contextTokens;
  return (
    <span className="block">
      {tokens === null ? null : t("context", { tokens: format.number(tokens, { notation: "compact" }) })}
      {tokens !== null && facts.price ? " · " : null}
      {facts.price ? t("price", { input: facts.price.input, output: facts.price.output }) : null}
    </span>
  );
}
