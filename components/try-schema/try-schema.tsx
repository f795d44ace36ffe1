"use client";
import { Braces, Eraser } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { DefinitionPanel } from "./definition-panel.tsx";
import { EXAMPLE_NAMES, EXAMPLES } from "./examples.ts";
import { FormBoundary } from "./form-boundary.tsx";
import { useProblemText } from "./problem-text.ts";
import { readPasted } from "./read-pasted.ts";
import { SourcePanel } from "./source-panel.tsx";
import { Trial } from "./trial.tsx";
import type { Define } from "./use-definition.ts";
import { NOTHING_PASTED, type Pasted, usePasted } from "./use-pasted.ts";

/** Any JSON Schema as a form, a payload and a function definition, with no tool around it. Nothing of it is stored on the server. */
export function TrySchema({ owner, define }: { owner: string; define: Define }) {
  const t = useTranslations("schema");
  const [pasted, update] = usePasted(owner);
  const text = pasted?.text ?? "";
  return (
    <>
      <PageBar
        actions={
          text === "" ? null : (
            <Button variant="ghost" onClick={() => update(NOTHING_PASTED)}>
              <Eraser aria-hidden />
              {t("clear")}
            </Button>
          )
        }
      >
        <PageTitle>{t("title")}</PageTitle>
        <p className="min-w-0 truncate text-ink-2 max-md:sr-only">{t("hint")}</p>
      </PageBar>
      <div className="min-h-0 flex-1 overflow-y-auto lg:grid lg:auto-rows-max lg:grid-cols-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,5fr)_minmax(0,4fr)] xl:grid-rows-[minmax(0,1fr)_minmax(0,1fr)] xl:overflow-hidden">
        <Workbench pasted={pasted} update={update} define={define} />
      </div>
    </>
  );
}

type WorkbenchProps = { pasted: Pasted | null; update: (change: Partial<Pasted>) => void; define: Define };

/** The text, and what became of it; while it cannot be read, of the last one that could. */
function Workbench({ pasted, update, define }: WorkbenchProps) {
  const { text, good, chosen, payload } = pasted ?? NOTHING_PASTED;
  const now = useMemo(() => readPasted(text), [text]);
  const shown = useMemo(() => (good === null ? null : readPasted(good)), [good]);
  const tools = shown?.is === "tools" ? shown.tools : [];
  const draft = tools[chosen] ?? tools[0] ?? null;
  const freshness = now.is === "tools" ? "current" : "stale";

  const write = (next: string) => {
    const reading = readPasted(next);
    update({ text: next, good: reading.is === "tools" ? next : reading.is === "empty" ? null : good });
  };
  return (
    <>
      <SourcePanel
        text={text}
        reading={now}
        shown={shown}
        chosen={draft === null ? 0 : tools.indexOf(draft)}
        onWrite={write}
        onChoose={(index) => update({ chosen: index, payload: null })}
      />
      {draft?.problem ? <Excess problem={draft.problem} /> : null}
      {draft && !draft.problem ? (
        <>
          <FormBoundary key={`${chosen} ${good}`}>
            <Trial
              schema={draft.schema}
              before={payload}
              freshness={freshness}
              onPayload={(filledIn) => update({ payload: filledIn })}
            />
          </FormBoundary>
          <DefinitionPanel draft={draft} freshness={freshness} define={define} />
        </>
      ) : null}
      {pasted && !draft ? <Start onStart={(begun) => update({ ...NOTHING_PASTED, text: begun, good: begun })} /> : null}
    </>
  );
}

function Excess({ problem }: { problem: Parameters<ReturnType<typeof useProblemText>>[0] }) {
  const words = useProblemText();
  return (
    <p role="status" className="p-4 text-danger-text xl:col-span-2">
      {words(problem)}
    </p>
  );
}

function Start({ onStart }: { onStart: (text: string) => void }) {
  const t = useTranslations("schema");
  return (
    <EmptyState
      icon={Braces}
      title={t("empty.title")}
      description={t("empty.description")}
      className="max-w-lg xl:col-span-2 xl:row-span-2 xl:self-center"
      action={EXAMPLE_NAMES.map((name) => (
        <Button key={name} onClick={() => onStart(JSON.stringify(EXAMPLES[name], null, 2))}>
          {t(`examples.${name}`)}
        </Button>
      ))}
    />
  );
}
