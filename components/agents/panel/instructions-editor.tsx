"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { CodeEditor } from "#components/code-editor.tsx";
import type { MonacoApi } from "#components/monaco.ts";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { useMonaco } from "#components/use-editor.ts";
import { resolveInstructions, unknownVariables, VARIABLES } from "#lib/agents/instructions/schema.ts";
import { parseExact, toBigInts } from "#lib/core/exact/schema.ts";
import { useEditing } from "../editing.tsx";

/** Instructions with room to write, and beside them what the model gets of them for sample values. */
export function InstructionsEditor() {
  const t = useTranslations("agents.form");
  const { id, form, readOnly, change } = useEditing();
  useVariableCompletion(useMonaco());
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <div className="h-[62vh] min-h-72 max-md:h-[40vh]">
        <CodeEditor
          path={`${id}/instructions.md`}
          language="markdown"
          label={t("instructions")}
          wrap="on"
          value={form.instructions}
          readOnly={readOnly}
          className="rounded-sm border border-line-input focus-within:border-accent"
          onChange={(instructions) => change({ instructions })}
        />
      </div>
      <Preview />
    </div>
  );
}

function Preview() {
  const t = useTranslations("agents.form");
  const { id, form } = useEditing();
  const [sample, setSample] = useState('{ "plan": "pro" }');
  const data = parsed(sample);
  const unknown = unknownVariables(form.instructions);
  const today = new Date().toISOString().slice(0, 10);
  const values = { agent: form.name, date: today, startedBy: { role: "member" }, data };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <section aria-label={t("preview")} className="flex min-h-0 flex-1 flex-col gap-1">
        <h3 className="font-medium">{t("preview")}</h3>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
          tabIndex={0}
          className="max-h-[40vh] min-h-32 flex-1 overflow-auto rounded-sm border border-line bg-sunken px-3 py-2 font-sans text-13 whitespace-pre-wrap"
        >
          {resolveInstructions(form.instructions, values)}
        </pre>
      </section>
      {unknown.length > 0 ? (
        <p role="status" className="text-12 text-warn-text">
          {t("unknownVariables", { names: unknown.map((name) => `{{${name}}}`).join(", ") })}
        </p>
      ) : null}
      <Field
        label={t("sample")}
        hint={t("variables", {
          names: VARIABLES.map((name) => `{{${name}${name.endsWith(".") ? "…" : ""}}}`).join(", "),
        })}
        error={data === undefined ? t("sampleNotJson") : undefined}
        htmlFor={`${id}-sample`}
      >
        <Textarea
          value={sample}
          spellCheck={false}
          className="font-mono text-12"
          onChange={(event) => setSample(event.target.value)}
        />
      </Field>
    </div>
  );
}

function parsed(text: string): unknown {
  try {
    return toBigInts(parseExact(text));
  } catch {
    // Half written: the field says so.
    return undefined;
  }
}

/** Offers the variables after a brace. */
function useVariableCompletion(monaco: MonacoApi | null) {
  useEffect(() => {
    if (!monaco) return;
    const offer = monaco.languages.registerCompletionItemProvider("markdown", {
      triggerCharacters: ["{"],
      provideCompletionItems(model, { lineNumber, column }) {
        const line = model.getLineContent(lineNumber).slice(0, column - 1);
        const begun = /\{\{?[\w.]*$/.exec(line)?.[0];
        if (begun === undefined) return { suggestions: [] };
        const range = {
          startLineNumber: lineNumber,
          endLineNumber: lineNumber,
          startColumn: column - begun.length,
          endColumn: column,
        };
        const suggestions = VARIABLES.map((name) => ({
          label: `{{${name}}}`,
          insertText: `{{${name}}}`,
          filterText: `{{${name}`,
          kind: monaco.languages.CompletionItemKind.Variable,
          range,
        }));
        return { suggestions };
      },
    });
    return () => offer.dispose();
  }, [monaco]);
}
