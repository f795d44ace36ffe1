"use client";
import { KeyRound, Plug, Plus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { PageBar, PageTitle } from "#components/shell/page-bar.tsx";
import { useListFocus } from "#components/tools/use-list-focus.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { ProviderSummary } from "#lib/providers/schema.ts";

/** The team's model servers. */
export function ProviderList({ providers, mayWrite }: { providers: readonly ProviderSummary[]; mayWrite: boolean }) {
  const t = useTranslations("providers");
  const { list, onKeyDown } = useListFocus<HTMLUListElement>();
  const add = mayWrite ? (
    <Button variant="primary" asChild>
      <Link href="/settings/providers/new">
        <Plus aria-hidden />
        {t("new")}
      </Link>
    </Button>
  ) : null;
  return (
    <>
      <PageBar actions={providers.length > 0 ? add : null}>
        <PageTitle>{t("title")}</PageTitle>
        <span className="text-ink-3">{providers.length}</span>
      </PageBar>
      {mayWrite ? null : <Notice tone="neutral" text={t("readOnlyHint")} />}
      {providers.length === 0 ? (
        <EmptyState
          icon={Plug}
          title={t("empty.title")}
          description={t(mayWrite ? "empty.description" : "empty.ask")}
          action={add}
        />
      ) : (
        <ul ref={list} onKeyDown={onKeyDown} aria-label={t("title")} className="min-h-0 flex-1 overflow-y-auto">
          {providers.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} />
          ))}
        </ul>
      )}
    </>
  );
}

function ProviderRow({ provider }: { provider: ProviderSummary }) {
  const t = useTranslations("providers");
  return (
    <li className="relative flex min-h-15 items-center gap-4 border-b border-line px-4 py-2 focus-within:bg-selected focus-within:shadow-[inset_2px_0_var(--accent)] hover:bg-hover focus-within:hover:bg-selected">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-sm border border-line-strong bg-sunken text-ink-2"
      >
        <Plug className="size-4 stroke-[1.5]" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          <Link
            href={`/settings/providers/${encodeURIComponent(provider.id)}`}
            data-entry={provider.id}
            className="truncate font-semibold outline-none after:absolute after:inset-0"
          >
            {provider.name}
          </Link>
          {provider.isDefault ? <Tag tone="accent">{t("default")}</Tag> : null}
          <Tag>{t(`apis.${provider.api}`)}</Tag>
        </div>
        <p className="truncate text-12 text-ink-2">
          <code>{provider.baseUrl}</code>
        </p>
      </div>
      <code className="w-44 truncate text-12 text-ink-2 max-lg:hidden">{provider.defaultModel ?? "–"}</code>
      <span className="flex w-32 shrink-0 items-center gap-1.5 text-12 text-ink-3 max-sm:hidden">
        <KeyRound aria-hidden className="size-3.5 shrink-0" />
        {provider.hasKey ? (
          <>
            <span className="sr-only">{t("hasKey")}</span>
            <code>••••{provider.keyHint}</code>
          </>
        ) : (
          t("noKey")
        )}
      </span>
      <RelativeTime at={provider.updatedAt} className="relative w-24 shrink-0 text-right text-ink-3 max-md:hidden" />
    </li>
  );
}
