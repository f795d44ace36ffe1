"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SchemaForm } from "#components/schema-form/schema-form.tsx";
import type { SchemaFormModel } from "#components/schema-form/use-schema-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";

type Props = { form: SchemaFormModel; example: string | null };

/** What the model fills in, here filled in by a person: as a form or as JSON, the same values either way. */
export function ToolParametersPanel({ form, example }: Props) {
  const t = useTranslations("playground");
  const [mode, setMode] = useState<"form" | "json">("form");
  return (
    <section aria-labelledby="tool-parameters" className="px-4 pt-3 pb-4">
      <header className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 id="tool-parameters" className="font-semibold">
          {t("toolParameters")}
        </h2>
        <span className="min-w-0 flex-1 truncate text-ink-2 @max-[460px]/form:invisible">
          {t("toolParametersHint")}
        </span>
        {example ? (
          <Button variant="ghost" size="sm" onClick={() => form.load(example)}>
            <RotateCcw aria-hidden />
            {t("example")}
          </Button>
        ) : null}
        <Segmented
          label={t("view")}
          size="sm"
          value={mode}
          onChange={setMode}
          options={[
            { value: "form", label: t("form") },
            { value: "json", label: t("json") },
          ]}
        />
      </header>
      <SchemaForm form={form} label={t("toolParameters")} idPrefix="tool" mode={mode} />
    </section>
  );
}
