"use client";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { JsonEditor } from "#components/json-editor.tsx";
import { ScrollArea } from "#components/run/scroll-area.tsx";
import { fieldOf, takesMore } from "./field.ts";
import { FieldControl } from "./field-control.tsx";
import { createProblems, FormContext, type FormContextValue } from "./form-context.tsx";
import { useIssueText } from "./issue-text.ts";
import { printJson } from "./json-print.ts";
import { ObjectRows } from "./object-control.tsx";
import { shortenedState } from "./shorten.ts";
import type { SchemaFormModel } from "./use-schema-form.ts";

/**
 * A form over any JSON Schema, or the same parameters as JSON. The model comes from `useSchemaForm`; `idPrefix` keeps
 * the ids of two forms on one page apart, and `label` names the form to screen readers.
 */
export function SchemaForm({ form, mode = "form", label, idPrefix = "field", disabled = false }: SchemaFormProps) {
  const isBroken = form.issues.some(({ path, code }) => path === "" && (code === "syntax" || code === "type"));
  return mode === "json" || isBroken ? (
    <JsonMode form={form} label={label} idPrefix={idPrefix} disabled={disabled} />
  ) : (
    <FormMode form={form} label={label} idPrefix={idPrefix} disabled={disabled} />
  );
}

type SchemaFormProps = {
  form: SchemaFormModel;
  mode?: "form" | "json";
  label: string;
  idPrefix?: string;
  disabled?: boolean;
};

type ModeProps = { form: SchemaFormModel; label: string; idPrefix: string; disabled: boolean };

function FormMode({ form, label, idPrefix, disabled }: ModeProps) {
  const { schema, audience, stored, state, shown, edit, touch } = form;
  const [problems] = useState(createProblems);
  useEffect(() => problems.publish(shown), [problems, shown]);
  const context = useMemo<FormContextValue>(
    () => ({ root: schema, audience, stored, idPrefix, disabled, problems, edit, touch, Control: FieldControl }),
    [schema, audience, stored, idPrefix, disabled, problems, edit, touch],
  );
  return (
    <FormContext value={context}>
      <fieldset aria-label={label} className="min-w-0">
        <RootFields schema={schema} state={state} label={label} />
        <WholeProblem form={form} />
      </fieldset>
    </FormContext>
  );
}

function RootFields({ schema, state, label }: { schema: unknown; state: SchemaFormModel["state"]; label: string }) {
  const t = useTranslations("form");
  const field = fieldOf(schema, schema);
  const { kind } = field;
  const isFree = kind.is === "json" && !takesMore(field.schema);
  if (state.is === "object" && (kind.is === "object" || kind.is === "map" || isFree)) {
    const properties = kind.is === "object" ? kind.properties : [];
    if (isFree && state.members.size === 0) return <p className="py-1 text-ink-3">{t("noParameters")}</p>;
    return <ObjectRows schema={field.schema} properties={properties} members={state.members} path="" depth={0} />;
  }
  return (
    <FieldControl field={field} schema={schema} state={state} path="" name={label} required labelled="self" depth={0} />
  );
}

/** What is wrong with the whole, where no field is to blame. */
function WholeProblem({ form }: { form: SchemaFormModel }) {
  const words = useIssueText();
  const problem = form.shown.get("");
  return problem ? <p className="pt-1 text-12 text-danger-text">{words(problem, "form")}</p> : null;
}

const SHOWN_AT_MOST = 8;
/** No editor stays usable with a line of many megabytes. */
const LONGEST_JSON = 1_000_000;

function JsonMode({ form, label, idPrefix, disabled }: ModeProps) {
  const t = useTranslations("form");
  const words = useIssueText();
  const problems = form.issues.slice(0, SHOWN_AT_MOST);
  const id = `${idPrefix}-json`;
  const isBroken = form.issues.some(({ path, code }) => path === "" && code === "syntax");
  const isLong = form.json.length > LONGEST_JSON && !isBroken;
  return (
    <div className="flex flex-col gap-1.5">
      {isLong ? (
        <LongJson form={form} label={label} />
      ) : (
        <JsonEditor
          path={id}
          label={label}
          schema={form.schema}
          value={form.json}
          onChange={form.write}
          readOnly={disabled}
          describedBy={problems.length > 0 ? `${id}-problems` : undefined}
        />
      )}
      <ul id={`${id}-problems`} aria-live="polite" className="text-12 text-danger-text">
        {problems.map((problem) => (
          <li key={`${problem.code} ${problem.path}`}>{words(problem, "form")}</li>
        ))}
        {form.issues.length > problems.length ? (
          <li>{t("moreIssues", { count: form.issues.length - problems.length })}</li>
        ) : null}
      </ul>
    </div>
  );
}

function LongJson({ form, label }: Pick<ModeProps, "form" | "label">) {
  const t = useTranslations("form");
  return (
    <>
      <p className="text-12 text-ink-2">{t("longJson", { characters: form.json.length })}</p>
      <ScrollArea label={label} className="max-h-80 rounded-sm border border-line-input px-2 py-1">
        <pre className="font-mono text-12 whitespace-pre-wrap wrap-anywhere">
          {printJson(shortenedState(form.state), 2)}
        </pre>
      </ScrollArea>
    </>
  );
}
