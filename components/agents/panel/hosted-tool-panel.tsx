"use client";
import { useTranslations } from "next-intl";
import { useEditing } from "../editing.tsx";
import { JsonField } from "../json-field.tsx";
import { PartHead } from "./part-head.tsx";
import { usePart } from "./use-part.ts";

/** A tool that the model server runs itself, as its API takes it. */
export function HostedToolPanel({ index }: { index: number }) {
  const t = useTranslations("agents.hostedTool");
  const { form, change } = useEditing();
  const { part, path } = usePart({ kind: "hostedTools", index });
  const set = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    const next = { ...value, type: "type" in value ? String(value.type) : "" };
    change({ hostedTools: form.hostedTools.map((each, at) => (at === index ? next : each)) });
  };
  return (
    <>
      <PartHead part={{ kind: "hostedTools", index }} />
      <div className="flex flex-col gap-2 p-4">
        <p className="text-12 text-ink-3">{t("about")}</p>
        <JsonField path={path} label={t("options")} schema={SCHEMA} value={part} onChange={set} />
      </div>
    </>
  );
}

const SCHEMA = { type: "object", required: ["type"], properties: { type: { type: "string" } } };
