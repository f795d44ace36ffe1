"use client";
import { Wrench } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useTransition } from "react";
import { CopyButton } from "#components/run/copy-button.tsx";
import { layOutJson } from "#components/run/json/lay-out.ts";
import { TextView } from "#components/run/text/text-view.tsx";
import { useTokenCount } from "#components/run/tokens.ts";
import { Button } from "#components/ui/button.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { Outcome } from "#lib/auth/guard.ts";
import type { ModelView as Model, ModelChange } from "#lib/registry/schema.ts";
import { ModelChangeView } from "./model-change-view.tsx";
import { Notes, StrictReason } from "./model-notes.tsx";

type Finding = Model["findings"][number];
type Props = {
  model: Model;
  /** What the version before said otherwise; null when there is none, left out for what has no versions. */
  change?: ModelChange | null;
  access: "write" | "read";
  onFix: (finding: { code: string; path: string }) => Promise<Outcome<unknown>>;
};

/** What a model is told of a tool, letter by letter, beside or above what is to be said of it; whether the server holds it to that; and what it may stumble over. */
export function ModelView({ model, change, access, onFix }: Props) {
  return (
    <div className="@container h-full min-h-0">
      <div className="h-full min-h-0 overflow-y-auto @4xl:grid @4xl:grid-cols-[minmax(0,1fr)_minmax(320px,40%)] @4xl:overflow-hidden">
        <Definition model={model} change={change} />
        <div className="min-h-0 @4xl:overflow-y-auto">
          <StrictReason reason={model.reason} />
          <Findings findings={model.findings} access={access} onFix={onFix} />
          <Notes notes={model.notes} />
        </div>
      </div>
    </div>
  );
}

function Definition({ model, change }: { model: Model; change: ModelChange | null | undefined }) {
  const t = useTranslations("tools.model");
  const tokens = useTokenCount(model.definition);
  const [view, setView] = useState<"sent" | "changes">("sent");
  const views = (["sent", "changes"] as const).map((value) => ({ value, label: t(`views.${value}`) }));
  return (
    <div className="flex min-h-0 min-w-0 flex-col border-b border-line bg-sunken lg:max-h-[60%] @4xl:max-h-none @4xl:border-r @4xl:border-b-0">
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-4 py-1.5">
        <h2 className={change === undefined ? "font-semibold" : "sr-only"}>{t("title")}</h2>
        {change === undefined ? null : (
          <Segmented label={t("viewOf")} size="sm" value={view} options={views} onChange={setView} />
        )}
        <Tag tone={model.strict ? "ok" : "warn"}>{t(model.strict ? "strict" : "notStrict")}</Tag>
        <span className="ml-auto text-12 text-ink-3">
          {tokens ? t(tokens.precision === "exact" ? "tokens" : "tokensAbout", { count: tokens.tokens }) : null}
        </span>
        <CopyButton text={() => model.definition} show="icon" />
      </header>
      {view === "changes" && change !== undefined ? (
        <ModelChangeView change={change} />
      ) : (
        <TextView label={t("title")} text={layOutJson(model.definition) ?? model.definition} className="px-4" />
      )}
    </div>
  );
}

function Findings({ findings, access, onFix }: { findings: readonly Finding[] } & Pick<Props, "access" | "onFix">) {
  const t = useTranslations("tools.model");
  return (
    <section className="border-b border-line px-4 py-3">
      <h2 className="pb-1 font-semibold">{t("findings")}</h2>
      {findings.length === 0 ? <p className="text-ink-3">{t("noFindings")}</p> : null}
      <ul className="flex flex-col gap-2">
        {findings.map((finding) => (
          <li key={`${finding.code} ${finding.path}`} className="flex items-start gap-2">
            <p className="min-w-0 flex-1 text-ink-2">
              <code className="pr-1.5 text-ink">{finding.path || t("whole")}</code>
              {t(`finding.${finding.code}`, finding.params)}
            </p>
            {access === "write" && finding.fix ? <FixButton finding={finding} onFix={onFix} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function FixButton({ finding, onFix }: { finding: Finding } & Pick<Props, "onFix">) {
  const t = useTranslations("tools.model");
  const router = useRouter();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isPending, start] = useTransition();
  const fix = () =>
    start(async () => {
      const outcome = await onFix({ code: finding.code, path: finding.path });
      setRefusal(outcome.ok ? null : outcome.error.message);
      if (outcome.ok) router.refresh();
    });
  return (
    <span className="flex max-w-60 flex-col items-end gap-1">
      <Button size="sm" onClick={fix} disabled={isPending}>
        <Wrench aria-hidden />
        {t(isPending ? "fixing" : "fix")}
      </Button>
      {refusal ? (
        <span role="alert" className="text-12 text-danger-text">
          {refusal}
        </span>
      ) : null}
    </span>
  );
}
