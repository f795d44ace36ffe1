"use client";
import { useTranslations } from "next-intl";
import { Field } from "#components/ui/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { withMember } from "./agent-form.ts";
import { useEditing } from "./editing.tsx";
import { ModelNameField } from "./model-name-field.tsx";
import { NoProvider } from "./no-provider.tsx";

/** A provider of the team and the name of a model on it. */
export function ServerModel() {
  const t = useTranslations("agents.model");
  const { id, form, team, readOnly, change, problemAt } = useEditing();
  const { provider } = form.model;
  const isKnown = provider === undefined || team.providers.some(({ name }) => name === provider);
  const standard = defaultProvider(team.providers);
  if (team.providers.length === 0 && provider === undefined) {
    return (
      <>
        <NoProvider mayAdd={team.mayAddProvider} />
        <ModelNameField provider={undefined} />
      </>
    );
  }
  return (
    <>
      <Field labelAt="beside" label={t("provider")} htmlFor={`${id}-provider`} error={problemAt("model.provider")}>
        <NativeSelect
          disabled={readOnly}
          value={provider ?? ""}
          onChange={({ target }) =>
            change({ model: withMember(form.model, "provider", target.value === "" ? undefined : target.value) })
          }
        >
          <option value="">{standard ? t("defaultProvider", { name: standard.name }) : t("noDefaultProvider")}</option>
          {isKnown ? null : <option value={provider}>{provider}</option>}
          {team.providers.map(({ id: key, name }) => (
            <option key={key} value={name}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <ModelNameField
        provider={provider === undefined ? standard : team.providers.find(({ name }) => name === provider)}
      />
    </>
  );
}

/** The one that agents use which name none. */
function defaultProvider<P extends { isDefault: boolean }>(providers: readonly P[]): P | undefined {
  return providers.find(({ isDefault }) => isDefault) ?? providers[0];
}
