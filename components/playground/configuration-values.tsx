"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { parseExact } from "#lib/core/exact/schema.ts";
import type { ConfigurationSummary } from "#lib/registry/schema.ts";

/** A saved configuration at a glance: the open values as they are, a secret only as the fact that it is set. */
export function ConfigurationValues({ configuration }: { configuration: ConfigurationSummary }) {
  const t = useTranslations("playground");
  const open = Object.entries(parseExact(configuration.masked) as Record<string, unknown>);
  return (
    <dl className="grid grid-cols-[minmax(72px,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-sm border border-line bg-sunken px-3 py-2 text-12">
      {configuration.secretsSet.map((pointer) => (
        <div key={pointer} className="contents">
          <dt className="font-mono text-ink-2">{toLabel(pointer)}</dt>
          <dd className="flex min-w-0 items-center gap-2">
            <Lock aria-hidden className="size-3.5 shrink-0" />
            <span aria-hidden className="tracking-widest">
              ••••••••
            </span>
            <span className="ml-auto truncate text-ink-3">
              {t("writeOnly")}, {t.rich("setAgo", { time: () => <RelativeTime at={configuration.updatedAt} /> })}
            </span>
          </dd>
        </div>
      ))}
      {open.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-ink-2">{name}</dt>
          <dd className="min-w-0 truncate font-mono">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function toLabel(pointer: string): string {
  return pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
}
