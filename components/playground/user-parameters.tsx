"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { fieldId, focusField } from "#components/schema-form/form-context.tsx";
import { SchemaForm } from "#components/schema-form/schema-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { ToolDetail } from "#lib/registry/schema.ts";
import type { ToolActions } from "./actions.ts";
import { ConfigurationEditor } from "./configuration-editor.tsx";
import { ConfigurationValues } from "./configuration-values.tsx";
import { hasProperties } from "./example.ts";
import type { UserParameters } from "./use-parameters.ts";

type Props = { tool: ToolDetail; parameters: UserParameters; mayWrite: boolean; actions: ToolActions };

/** What a person sets once and the model never sees: a saved configuration, or values for this call only. */
export function UserParametersPanel(props: Props) {
  const t = useTranslations("playground");
  const { tool, parameters } = props;
  if (!hasProperties(tool.contract.userParameters)) return null;
  return (
    <section aria-labelledby="user-parameters" className="border-b border-line px-4 pt-3 pb-4">
      <header className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id="user-parameters" className="font-semibold">
          {t("userParameters")}
        </h2>
        <span className="min-w-0 flex-1 truncate text-ink-2 @max-[460px]/form:invisible">
          {t("userParametersHint")}
        </span>
        <Segmented
          label={t("source")}
          size="sm"
          value={parameters.source}
          onChange={parameters.setSource}
          options={[
            { value: "configuration", label: t("configuration") },
            { value: "call", label: t("callOnly") },
          ]}
        />
      </header>
      {parameters.source === "configuration" ? <ConfigurationChoice {...props} /> : <CallValues {...props} />}
    </section>
  );
}

function CallValues({ parameters }: Props) {
  const t = useTranslations("playground");
  return (
    <>
      <SchemaForm form={parameters.form} label={t("userParameters")} idPrefix="user" />
      <p className="mt-2 text-12 text-ink-3">{t("callOnlyHint")}</p>
    </>
  );
}

function ConfigurationChoice({ tool, parameters, mayWrite, actions }: Props) {
  const t = useTranslations("playground");
  const [editing, setEditing] = useState<"new" | "chosen" | null>(null);
  const chosen = tool.configurations.find(({ id }) => id === parameters.configurationId) ?? null;
  if (editing) {
    return (
      <ConfigurationEditor
        tool={tool}
        configuration={editing === "chosen" ? chosen : null}
        actions={actions}
        onSaved={(id) => parameters.choose(id)}
        onClose={() => {
          setEditing(null);
          // The buttons of the form go away, and the keyboard would go with them.
          requestAnimationFrame(() => focusField("user", ""));
        }}
      />
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-2">
        <NativeSelect
          id={fieldId("user", "")}
          aria-label={t("configuration")}
          value={parameters.configurationId ?? ""}
          onChange={(event) => parameters.choose(event.target.value || null)}
        >
          <option value="">{t("noConfiguration")}</option>
          {tool.configurations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
        {mayWrite && chosen ? <Button onClick={() => setEditing("chosen")}>{t("editConfiguration")}</Button> : null}
        {mayWrite ? <Button onClick={() => setEditing("new")}>{t("newConfiguration")}</Button> : null}
      </div>
      {chosen ? <ConfigurationValues configuration={chosen} /> : null}
      {tool.configurations.length === 0 ? <p className="text-12 text-ink-3">{t("noConfigurationYet")}</p> : null}
    </div>
  );
}
