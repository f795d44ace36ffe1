"use client";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { CopyButton } from "#components/run/copy-button.tsx";
import { useIssueText } from "#components/schema-form/issue-text.ts";
import { SchemaForm } from "#components/schema-form/schema-form.tsx";
import { type SchemaFormModel, useSchemaForm } from "#components/schema-form/use-schema-form.ts";
import { Tag } from "#components/ui/tag.tsx";
import { beginPayload } from "./begin-payload.ts";
import { type Freshness, StaleMark } from "./stale-mark.tsx";

type Props = {
  schema: unknown;
  /** What was filled in before, for this schema or another. */
  before: string | null;
  freshness: Freshness;
  onPayload: (text: string) => void;
};

/** The form over a schema and beside it what it sends, each of which writes the other. */
export function Trial({ schema, before, freshness, onPayload }: Props) {
  const [begun] = useState(() => beginPayload(schema, before));
  const form = useSchemaForm({ schema, text: begun });
  const kept = useRef(form.text);
  const keep = useEffectEvent(onPayload);
  useEffect(() => {
    if (kept.current === form.text) return;
    kept.current = form.text;
    keep(form.text);
  }, [form.text]);
  return (
    <>
      <FormPanel form={form} freshness={freshness} />
      <PayloadPanel form={form} freshness={freshness} />
    </>
  );
}

type PanelProps = { form: SchemaFormModel; freshness: Freshness };

/** A payload that is no JSON for the moment does not take the form away: it waits with what it had. */
function FormPanel({ form, freshness }: PanelProps) {
  const t = useTranslations("schema");
  const isWaiting = form.state.is !== "raw" && form.issues.some(({ path, code }) => path === "" && code === "syntax");
  const drawn = useMemo(
    () => ({ ...form, issues: form.issues.filter(({ path, code }) => path !== "" || !WHOLE.has(code)) }),
    [form],
  );
  return (
    <section
      aria-labelledby="schema-form"
      className="@container/form flex min-h-0 min-w-0 flex-col border-line max-lg:border-b lg:row-span-2 xl:col-start-2 xl:row-start-1 xl:border-r"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
        <h2 id="schema-form" className="font-semibold">
          {t("form")}
        </h2>
        <StaleMark freshness={freshness} />
        <span className="ml-auto text-12 text-ink-3">{t("sends", { sent: form.sent, all: form.total })}</span>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        {isWaiting ? <p className="pb-2 text-warn-text">{t("formWaits")}</p> : null}
        <SchemaForm form={drawn} label={t("form")} idPrefix="schema" disabled={isWaiting} />
      </div>
    </section>
  );
}

/** With these at the root, the form engine would show JSON in the form's place, which stands beside it already. */
const WHOLE = new Set(["syntax", "type"]);

function PayloadPanel({ form, freshness }: PanelProps) {
  const t = useTranslations("schema");
  const words = useIssueText();
  const { issues, warnings } = form;
  return (
    <section
      aria-labelledby="schema-payload"
      className="flex min-h-0 min-w-0 flex-col border-line max-lg:border-b lg:border-t lg:border-r xl:col-start-1 xl:row-start-2"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
        <h2 id="schema-payload" className="font-semibold">
          {t("payload")}
        </h2>
        <Tag tone={issues.length === 0 ? "ok" : "bad"}>
          {issues.length === 0 ? t("right") : t("problems", { count: issues.length })}
        </Tag>
        <StaleMark freshness={freshness} />
        <span className="ml-auto">
          <CopyButton text={() => form.text} show="icon" />
        </span>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-3">
        <SchemaForm form={form} mode="json" label={t("payload")} idPrefix="payload" />
        <ul className="text-12 text-warn-text">
          {warnings.map((warning) => (
            <li key={`${warning.code} ${warning.path}`}>{words(warning, "form")}</li>
          ))}
        </ul>
        {issues.length === 0 ? <p className="text-12 text-ink-3">{t("fits")}</p> : null}
      </div>
    </section>
  );
}
