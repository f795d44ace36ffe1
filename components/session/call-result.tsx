"use client";

import { useTranslations } from "next-intl";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Call } from "#lib/runs/turn.ts";
import { InlineCode } from "./inline-code.tsx";
import { useSessionPlace } from "./session-context.tsx";

/** What a call gave back: the result, the failure with what to do about it, or that there is none yet. */
export function CallResult({ call: { view, state } }: { call: Pick<Call, "view" | "state"> }) {
  const t = useTranslations("session.calls");
  const failures = useTranslations("run.failure");
  const { openArtifact } = useSessionPlace();
  if (view.failure && state === "failed") {
    return (
      <div className="flex flex-col gap-0.5">
        <p className="font-medium text-danger-text">{failures(`${view.failure.code}.title`)}</p>
        <p className="text-12 whitespace-pre-wrap">
          <SafeText text={view.failure.message} />
        </p>
        <p className="text-12 text-ink-2">{failures(`${view.failure.code}.todo`)}</p>
      </div>
    );
  }
  const { result } = view;
  if (!result) return <p className="text-12 text-ink-3">{t(state === "stopped" ? "noResult" : "noResultYet")}</p>;
  if (result.text === "") return <p className="text-12 text-ink-3">{t("emptyResult")}</p>;
  const { file } = result;
  return (
    <>
      <InlineCode label={t("result")} text={result.text} />
      {file !== null && result.text.length < result.characters ? (
        <p className="flex flex-wrap items-center gap-2 pt-1 text-12 text-ink-2">
          {t("cut", { shown: result.text.length, all: result.characters })}
          <Button size="sm" onClick={() => openArtifact(file)}>
            <SafeText text={t("openWhole", { file })} />
          </Button>
        </p>
      ) : null}
    </>
  );
}
