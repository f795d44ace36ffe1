"use client";

import { Eye } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { RunView } from "#lib/runs/view.ts";
import { CopyButton } from "./copy-button.tsx";
import { layOutJson } from "./json/lay-out.ts";
import { PanelHead } from "./panel-head.tsx";
import { SafeText } from "./text/safe-text.tsx";
import { TextView } from "./text/text-view.tsx";
import { type TokenCount, useTokenCount } from "./tokens.ts";

/** The other audience of a call: letter by letter what a model would read, how many tokens that is, and what it is not told. */
export function ModelPanel({
  view: { modelResult, result, failure },
  live,
}: {
  view: RunView;
  live: "live" | "ended";
}) {
  const t = useTranslations("run.model");
  const tokens = useTokenCount(modelResult);
  const laidOut = useMemo(() => layOutJson(modelResult ?? ""), [modelResult]);
  const [layout, setLayout] = useState<Layout>("reading");
  return (
    <div className="flex min-h-0 min-w-0 flex-col bg-sunken">
      <PanelHead
        title={
          <>
            <Eye aria-hidden className="size-3.5 shrink-0 text-accent-text" />
            {t("title")}
          </>
        }
        actions={
          <>
            <Tokens count={tokens} />
            {modelResult ? <CopyButton text={() => modelResult} show="icon" /> : null}
          </>
        }
      />
      {modelResult === null ? (
        <p className="px-3 py-2 text-12 text-ink-3">{t(live === "live" ? "notYet" : "nothing")}</p>
      ) : null}
      {modelResult === "" ? <p className="px-3 py-2 text-12 text-ink-3">{t("empty")}</p> : null}
      {modelResult ? (
        <TextView
          label={t("title")}
          text={layout === "reading" && laidOut !== null ? laidOut : modelResult}
          className="px-3 text-ink-2"
        />
      ) : null}
      {modelResult === null ? null : (
        <div className="mt-auto shrink-0 border-t border-line px-3 py-2 text-12 text-ink-2">
          {laidOut === null ? null : <LayoutNote layout={layout} onChange={setLayout} />}
          <p>{failure ? t("instead") : <Difference modelResult={modelResult} result={result} tokens={tokens} />}</p>
        </div>
      )}
    </div>
  );
}

/** "reading" adds line breaks between the tokens of JSON; "exact" is the text as the model gets it. */
type Layout = "reading" | "exact";

function LayoutNote({ layout, onChange }: { layout: Layout; onChange: (layout: Layout) => void }) {
  const t = useTranslations("run.model");
  return (
    <p>
      {t(`layout.${layout}`)}{" "}
      <button
        type="button"
        className="font-medium text-accent-text underline-offset-2 hover:underline"
        onClick={() => onChange(layout === "reading" ? "exact" : "reading")}
      >
        {t(`layout.instead.${layout}`)}
      </button>
    </p>
  );
}

function Tokens({ count }: { count: TokenCount | null }) {
  const t = useTranslations("run.model");
  if (!count) return null;
  return (
    <span className="text-12 text-ink-3" title={t("tokensHint")}>
      {t(count.precision === "exact" ? "tokens" : "aboutTokens", { count: count.tokens })}
    </span>
  );
}

type DifferenceProps = { modelResult: string; result: RunView["result"]; tokens: TokenCount | null };

function Difference({ modelResult, result, tokens }: DifferenceProps) {
  const t = useTranslations("run.model");
  const format = useFormatter();
  const isSame = !result || result.text === modelResult;
  const whole = useTokenCount(isSame || result.file ? null : result.text);
  if (isSame) return t("same");
  const share = whole && tokens ? 1 - tokens.tokens / Math.max(1, whole.tokens) : 0;
  return (
    <>
      {t("part", { shown: modelResult.length, all: result.characters })}
      {result.file ? (
        <>
          {" "}
          <SafeText text={t("rest", { file: result.file })} />
        </>
      ) : null}
      {share > 0 ? ` ${t("fewer", { share: format.number(share, { style: "percent" }) })}` : null}
    </>
  );
}
