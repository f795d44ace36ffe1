"use client";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type NetworkPolicy, ToolSettings } from "#lib/tools/schema.ts";

const MEBIBYTE = 1024 ** 2;

/** What a call of a tool may reach and take, and the keys of `config.json` that change it. */
export function SandboxSection({ settings }: { settings: ToolSettings }) {
  const t = useTranslations("tools.sandbox");
  // A contract that was kept before a setting existed lacks it.
  const { network, timeoutSeconds, memoryBytes, backEnd } = ToolSettings.parse(settings);
  return (
    <section aria-label={t("title")} className="p-4">
      <header className="flex flex-wrap items-center gap-x-2 pb-2">
        <h2 className="font-semibold">{t("title")}</h2>
        <span className="text-12 text-ink-3">{t("hint")}</span>
      </header>
      <dl className="grid max-w-[80ch] grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <Network network={network} />
        <Fact name={t("time.name")} value={t("time.value", { seconds: timeoutSeconds })} hint={t("time.hint")} />
        <Fact
          name={t("memory.name")}
          value={t("memory.value", { mebibytes: Math.round(memoryBytes / MEBIBYTE) })}
          hint={t("memory.hint")}
        />
        <Fact name={t("files.name")} value={t("files.value")} hint={t("files.hint")} />
        {backEnd === null ? (
          <Fact name={t("backEnd.name")} value={t("backEnd.automatic")} hint={t("backEnd.automaticHint")} />
        ) : (
          <Fact
            name={t("backEnd.name")}
            value={t("backEnd.pinned", { name: backEnd })}
            hint={t("backEnd.pinnedHint")}
          />
        )}
      </dl>
      <p className="max-w-[80ch] pt-3 text-ink-2">{t.rich("change", { keys: () => <code key="keys">{KEYS}</code> })}</p>
    </section>
  );
}

const KEYS = "sandbox.network, sandbox.timeout, sandbox.memory, runtime";

function Network({ network }: { network: NetworkPolicy }) {
  const t = useTranslations("tools.sandbox.network");
  switch (network.mode) {
    case "none":
      return <Fact name={t("name")} value={t("none")} hint={t("noneHint")} />;
    case "all":
      return <Fact name={t("name")} value={t("all")} hint={t("allHint")} />;
    case "hosts":
      return (
        <Fact
          name={t("name")}
          value={t("hosts", { count: network.hosts.length })}
          hint={network.hosts.map((host) => (
            <code key={host} className="mr-3 inline-block break-all">
              {host}
            </code>
          ))}
        />
      );
  }
}

function Fact({ name, value, hint }: { name: string; value: string; hint: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-3">{name}</dt>
      <dd>
        {value}
        <span className="block text-12 text-ink-2">{hint}</span>
      </dd>
    </div>
  );
}
