"use client";
import { useTranslations } from "next-intl";
import { CodeEditor } from "#components/code-editor.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { useProblemText } from "./problem-text.ts";
import type { Reading } from "./read-pasted.ts";

type Props = {
  text: string;
  reading: Reading;
  /** What the rest of the page shows, which is older while `reading` is a refusal. */
  shown: Reading | null;
  chosen: number;
  onWrite: (text: string) => void;
  onChoose: (index: number) => void;
};

/** Where one pastes and goes on writing; which tool of a list it is about; and what is wrong with it. */
export function SourcePanel({ text, reading, shown, chosen, onWrite, onChoose }: Props) {
  const t = useTranslations("schema");
  const words = useProblemText();
  const list = shown?.is === "tools" && shown.origin === "list" ? shown : null;
  const isAlone = shown?.is !== "tools";
  return (
    <section
      aria-labelledby="schema-source"
      className={`flex min-h-0 min-w-0 flex-col border-line max-lg:border-b lg:border-r xl:col-start-1 xl:row-start-1 ${isAlone ? "xl:row-span-2" : ""}`}
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line px-4">
        <h2 id="schema-source" className="shrink-0 font-semibold">
          {t("source")}
        </h2>
        {list ? (
          <NativeSelect
            aria-label={t("choose")}
            value={chosen}
            onChange={(event) => onChoose(Number(event.target.value))}
          >
            {list.tools.map(({ name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list may have two tools of one name
              <option key={index} value={index}>
                {name}
              </option>
            ))}
          </NativeSelect>
        ) : null}
      </header>
      <div className="h-72 min-h-0 xl:h-auto xl:flex-1">
        <CodeEditor
          path="try-schema.json"
          language="json"
          label={t("source")}
          value={text}
          onChange={onWrite}
          describedBy="schema-problem"
        />
      </div>
      <div id="schema-problem" role="status">
        {reading.is === "refused" ? (
          <p className="border-t border-line bg-danger-soft px-4 py-1.5 text-danger-text">{words(reading.problem)}</p>
        ) : null}
        {list && list.leftOut > 0 ? (
          <p className="border-t border-line bg-warn-soft px-4 py-1.5 text-warn-text">
            {t("leftOut", { count: list.leftOut, all: list.leftOut + list.tools.length })}
          </p>
        ) : null}
      </div>
    </section>
  );
}
