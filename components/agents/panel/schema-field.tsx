"use client";
import { Braces, Plus, Rows3, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { useEditing } from "../editing.tsx";
import { JsonField } from "../json-field.tsx";
import {
  addField,
  FIRST_PAYLOAD,
  type PayloadSchema,
  readFields,
  removeField,
  renameField,
  setField,
} from "./payload-schema.ts";
import { SchemaRow } from "./schema-row.tsx";

type Props = {
  path: string;
  label: string;
  hint: string;
  /** What holds while there is none, and the act that makes one. */
  none: string;
  add: string;
  value: unknown;
  onChange: (schema: unknown) => void;
};

/** A schema of named fields, as rows or as JSON: two views of one, which keep what they do not show. */
export function SchemaField({ path, label, hint, none, add, value, onChange }: Props) {
  const t = useTranslations("agents.payload");
  const { readOnly, keepUnread, problemAt } = useEditing();
  const [view, setView] = useState<"rows" | "json">("rows");
  const remove = () => {
    keepUnread(path, null);
    onChange(undefined);
  };
  const fields = readFields(value);
  const shown = fields === null ? "json" : view;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <span aria-hidden className="min-w-0 flex-1 font-medium">
          {label}
        </span>
        {value === undefined ? null : (
          <>
            <Segmented
              label={t("view")}
              size="sm"
              show="icon"
              value={shown}
              onChange={setView}
              options={[
                { value: "rows", label: t("rows"), icon: Rows3 },
                { value: "json", label: "JSON", icon: Braces },
              ]}
            />
            {readOnly ? null : (
              <Button size="sm" variant="ghost" shape="square" aria-label={t("leaveOut", { label })} onClick={remove}>
                <X aria-hidden />
              </Button>
            )}
          </>
        )}
      </div>
      <p className="text-12 text-ink-3">{value === undefined ? none : hint}</p>
      {value === undefined ? (
        readOnly ? null : (
          <Button size="sm" className="self-start" onClick={() => onChange(FIRST_PAYLOAD)}>
            <Plus aria-hidden />
            {add}
          </Button>
        )
      ) : shown === "json" ? (
        <JsonField path={path} label={label} schema={ANY_SCHEMA} value={value} onChange={onChange} />
      ) : (
        <Rows schema={value as PayloadSchema} onChange={onChange} />
      )}
      {shown === "rows" && problemAt(path) ? (
        <p role="alert" className="text-12 text-danger-text">
          {problemAt(path)}
        </p>
      ) : null}
    </fieldset>
  );
}

function Rows({ schema, onChange }: { schema: PayloadSchema; onChange: (schema: PayloadSchema) => void }) {
  const t = useTranslations("agents.payload");
  const { readOnly } = useEditing();
  const fields = readFields(schema) ?? [];
  return (
    <>
      <ul
        aria-label={t("rows")}
        className="flex flex-col divide-y divide-line rounded-sm border border-line-strong bg-sunken"
      >
        {fields.map((field, at) => (
          <SchemaRow
            // biome-ignore lint/suspicious/noArrayIndexKey: its name is what is being typed in it.
            key={at}
            field={field}
            isTaken={(name) => fields.some((other) => other.name === name)}
            onRename={(to) => onChange(renameField(schema, { from: field.name, to }))}
            onChange={(part) => onChange(setField(schema, field.name, part))}
            onRemove={() => onChange(removeField(schema, field.name))}
          />
        ))}
        {fields.length === 0 ? <li className="px-2 py-1.5 text-12 text-ink-3">{t("empty")}</li> : null}
      </ul>
      {readOnly ? null : (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => onChange(addField(schema))}>
          <Plus aria-hidden />
          {t("addField")}
        </Button>
      )}
    </>
  );
}

const ANY_SCHEMA = { type: "object" };
