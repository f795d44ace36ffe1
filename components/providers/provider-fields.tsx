"use client";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Switch } from "#components/ui/switch.tsx";
import type { ProviderSummary } from "#lib/providers/schema.ts";
import { HeadersField } from "./headers-field.tsx";
import type { FieldProblems, ProviderValues } from "./provider-values.ts";
import { SecretField } from "./secret-field.tsx";

/** All that is set of a provider. */
export function ProviderFields({ values, stored, problems, example, models, readOnly, onChange }: ProviderFieldsProps) {
  const t = useTranslations("providers.fields");
  const id = useId();
  const change = (part: Partial<ProviderValues>) => onChange({ ...values, ...part });
  const field = (name: keyof ProviderValues) => ({ htmlFor: `${id}-${name}`, error: problems[name] });
  return (
    <div className="flex flex-col gap-4">
      <Field label={t("name")} hint={t("nameHint")} {...field("name")}>
        <Input
          value={values.name}
          readOnly={readOnly}
          maxLength={80}
          autoComplete="off"
          placeholder={t("namePlaceholder")}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Field>
      <Api api={values.api} readOnly={readOnly} onChange={(api) => change({ api })} />
      <Field label={t("baseUrl")} hint={t("baseUrlHint")} {...field("baseUrl")}>
        <Input
          inputMode="url"
          value={values.baseUrl}
          readOnly={readOnly}
          autoComplete="off"
          spellCheck={false}
          placeholder={example}
          className="font-mono text-12"
          onChange={({ target }) => change({ baseUrl: target.value.trim() })}
        />
      </Field>
      <SwitchRow
        id={`${id}-private`}
        label={t("allowPrivate")}
        hint={t("allowPrivateHint")}
        checked={values.allowPrivate}
        disabled={readOnly}
        onChange={(allowPrivate) => change({ allowPrivate })}
      />
      <Field label={t("key")} hint={t("keyHint")} {...field("key")}>
        <SecretField
          name={t("key")}
          value={values.key}
          stored={stored?.hasKey ?? false}
          hint={stored?.keyHint ?? null}
          placeholder={t("keyPlaceholder")}
          mayClear
          readOnly={readOnly}
          onChange={(key) => change({ key })}
        />
      </Field>
      <HeadersField
        headers={values.headers}
        storedNames={stored?.headerNames ?? []}
        readOnly={readOnly}
        error={problems.headers}
        onChange={(headers) => change({ headers })}
      />
      <DefaultModel
        id={`${id}-defaultModel`}
        value={values.defaultModel}
        error={problems.defaultModel}
        models={models}
        readOnly={readOnly}
        onChange={(defaultModel) => change({ defaultModel })}
      />
      <SwitchRow
        id={`${id}-default`}
        label={t("isDefault")}
        hint={t("isDefaultHint")}
        checked={values.isDefault}
        disabled={readOnly}
        onChange={(isDefault) => change({ isDefault })}
      />
    </div>
  );
}

type ProviderFieldsProps = {
  values: ProviderValues;
  /** What is saved of it; null for a new one. */
  stored: ProviderSummary | null;
  problems: FieldProblems;
  example: string;
  models: readonly string[];
  readOnly: boolean;
  onChange: (values: ProviderValues) => void;
};

function Api({
  api,
  readOnly,
  onChange,
}: {
  api: ProviderValues["api"];
  readOnly: boolean;
  onChange: (api: ProviderValues["api"]) => void;
}) {
  const t = useTranslations("providers.fields");
  return (
    <div className="flex flex-col gap-1">
      <span className="font-medium">{t("api")}</span>
      <Segmented
        label={t("api")}
        value={api}
        disabled={readOnly}
        onChange={onChange}
        options={[
          { value: "responses", label: "Responses" },
          { value: "chat", label: "Chat Completions" },
        ]}
        className="self-start"
      />
      <p className="text-12 text-ink-3">{t(`apiHint.${api}`)}</p>
    </div>
  );
}

function DefaultModel({ id, value, error, models, readOnly, onChange }: DefaultModelProps) {
  const t = useTranslations("providers.fields");
  return (
    <Field label={t("defaultModel")} hint={t("defaultModelHint")} htmlFor={id} error={error}>
      <Input
        value={value}
        readOnly={readOnly}
        list={`${id}-models`}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder={t("defaultModelPlaceholder")}
        className="font-mono text-12"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-models`}>
        {models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  );
}

type DefaultModelProps = {
  id: string;
  value: string;
  error: string | undefined;
  models: readonly string[];
  readOnly: boolean;
  onChange: (value: string) => void;
};

function SwitchRow({ id, label, hint, checked, disabled, onChange }: SwitchRowProps) {
  return (
    <div className="flex items-start gap-3">
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-12 text-ink-3">
          {hint}
        </p>
      </div>
    </div>
  );
}

type SwitchRowProps = {
  id: string;
  label: string;
  hint: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};
