"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useFileSize } from "#components/ui/file-size.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import type { RunView } from "#lib/runs/view.ts";
import { CopyButton } from "./copy-button.tsx";
import { JsonTree } from "./json/json-tree.tsx";
import { PanelHead } from "./panel-head.tsx";
import { runFolder } from "./previews/artifact-url.ts";
import { PreviewBoundary } from "./previews/preview-boundary.tsx";
import { type ResultContent, type ResultForm, readContent } from "./result-content.ts";
import { Grid } from "./table/grid.tsx";
import { SafeText } from "./text/safe-text.tsx";
import { TextView } from "./text/text-view.tsx";

const MarkdownPreview = lazy(() => import("./previews/markdown-preview.tsx"));

type Props = { view: RunView; result: NonNullable<RunView["result"]>; onOpen: (artifact: string) => void };

/** What a tool returned, in the form that suits it best, or in another that the reader chose. */
export function ResultPanel({ view, result, onOpen }: Props) {
  const t = useTranslations("run.result");
  const content = useMemo(() => readContent(result.text), [result.text]);
  const [chosen, choose] = useState<ResultForm | null>(null);
  const form = chosen && content.forms.includes(chosen) ? chosen : content.forms[0];
  return (
    <>
      <PanelHead
        title={t("title")}
        note={<Note result={result} content={content} form={form} />}
        actions={
          <>
            {content.forms.length > 1 ? (
              <Segmented
                size="sm"
                label={t("forms.label")}
                value={form}
                onChange={choose}
                options={content.forms.map((value) => ({ value, label: t(`forms.${value}`) }))}
              />
            ) : null}
            <CopyButton text={() => result.text} />
          </>
        }
      />
      {result.text === "" ? (
        <p className="px-3 py-2 text-ink-2">{t("empty")}</p>
      ) : (
        <Shown view={view} text={result.text} content={content} form={form} />
      )}
      {result.file === null || result.text.length >= result.characters ? null : (
        <CutOff result={result} file={result.file} onOpen={onOpen} />
      )}
    </>
  );
}

function Shown({
  view,
  text,
  content,
  form,
}: {
  view: RunView;
  text: string;
  content: ResultContent;
  form: ResultForm;
}) {
  const t = useTranslations("run.result");
  const plain = <TextView label={t("title")} text={text} className="px-3" />;
  if (form === "table" && content.table) return <Grid label={t("title")} table={content.table} />;
  if (form === "json" && content.json) return <JsonTree label={t("title")} root={content.json} />;
  if (form !== "markdown") return plain;
  return (
    <PreviewBoundary key={text} fallback={plain}>
      <Suspense fallback={plain}>
        <MarkdownPreview
          label={t("title")}
          text={text}
          folder={runFolder(view.runId ?? "")}
          artifacts={view.artifacts}
        />
      </Suspense>
    </PreviewBoundary>
  );
}

function Note({ result, content, form }: { result: Props["result"]; content: ResultContent; form: ResultForm }) {
  const t = useTranslations("run.result");
  const size = useFileSize();
  const { table, member } = content;
  const bytes = useMemo(() => new Blob([result.text]).size, [result.text]);
  const length = result.file ? t("characters", { count: result.characters }) : size(bytes);
  if (form !== "table" || !table) return length;
  return (
    <>
      {member === null ? null : (
        <>
          <SafeText text={member} />
          {" · "}
        </>
      )}
      {t("table", { rows: table.rowCount, columns: table.columns.length })}
      {` · ${length}`}
    </>
  );
}

function CutOff({
  result,
  file,
  onOpen,
}: {
  result: Props["result"];
  file: string;
  onOpen: (artifact: string) => void;
}) {
  const t = useTranslations("run.result");
  return (
    <p className="flex shrink-0 items-center gap-2 border-t border-line px-3 py-1.5 text-12 text-ink-2">
      {t("cut", { shown: result.text.length, all: result.characters })}
      <Button size="sm" onClick={() => onOpen(file)}>
        <SafeText text={t("openWhole", { file })} />
      </Button>
    </p>
  );
}
