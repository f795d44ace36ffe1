"use client";
import { useTranslations } from "next-intl";
import { ScrollArea } from "#components/run/scroll-area.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { ModelChange } from "#lib/registry/schema.ts";
import { DefinitionDiff } from "./definition-diff.tsx";

/** What a model is told otherwise than by the version before: in plain words with what becomes of old calls, then line by line. */
export function ModelChangeView({ change }: { change: ModelChange | null }) {
  const t = useTranslations("tools.model.change");
  if (!change) return <p className="px-4 py-3 text-ink-2">{t("only")}</p>;
  const { from, to, changes, hunks } = change;
  const refusing = changes.filter(({ oldCalls }) => oldCalls !== "accepted").length;
  const unread = [from, to].filter(({ readFrom }) => readFrom === "source");
  return (
    <ScrollArea label={t("title")} className="min-h-0 flex-1">
      <div className="flex flex-col gap-2 border-b border-line px-4 py-3">
        <p className="text-ink-2">
          {t.rich("versions", {
            from: from.number,
            to: to.number,
            when: () => <RelativeTime at={from.savedAt} />,
          })}
        </p>
        {unread.map(({ number }) => (
          <p key={number} className="text-warn-text">
            {t("unread", { number })}
          </p>
        ))}
        {changes.length === 0 ? (
          <p>{t("same")}</p>
        ) : (
          <>
            <p className="font-medium">{t("verdict", { refusing, from: from.number })}</p>
            <Changes changes={changes} />
          </>
        )}
      </div>
      {hunks === null ? <p className="px-4 py-3 text-ink-2">{t("tooDifferent")}</p> : <DefinitionDiff hunks={hunks} />}
    </ScrollArea>
  );
}

function Changes({ changes }: Pick<ModelChange, "changes">) {
  const t = useTranslations("tools.model.change");
  const whole = useTranslations("tools.model")("whole");
  return (
    <ul className="flex flex-col gap-2">
      {changes.map(({ code, path, oldCalls, params }) => (
        <li key={`${code} ${path} ${params.option}`} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <p className="min-w-0 grow basis-60 text-ink-2 wrap-anywhere">
            <code className="pr-1.5 text-ink">{path || whole}</code>
            {t(`codes.${code}`, wordsOf(params))}
          </p>
          <Tag tone={oldCalls === "accepted" ? "ok" : "warn"}>
            {t(oldCalls === "accepted" ? "accepted" : "mayBeRefused")}
          </Tag>
        </li>
      ))}
    </ul>
  );
}

/** An empty text stands for nothing, and each language has its own word for that. */
function wordsOf(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value === "" ? "none" : value]));
}
