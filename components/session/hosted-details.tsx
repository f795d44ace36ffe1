"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import type { Item, Source } from "#lib/runs/answer-parts.ts";
import { InlineCode } from "./inline-code.tsx";
import { SourceList } from "./source-list.tsx";

/** What came of a hosted tool, by its kind: pages, files, code and what it printed, or an MCP server's answer. */
export function HostedDetails({ item }: { item: Item }) {
  switch (item.type) {
    case "web_search_call":
      return <Pages item={item} />;
    case "file_search_call":
      return <Files results={listIn(item.results)} />;
    case "code_interpreter_call":
      return <Ran item={item} />;
    case "mcp_call":
      return <McpCall item={item} />;
    case "mcp_list_tools":
      return <McpTools item={item} />;
    default:
      return null;
  }
}

function Pages({ item }: { item: Item }) {
  const sources = sourcesOf(item);
  if (sources.length === 0) return null;
  return (
    <div className="py-1 text-12">
      <SourceList sources={sources} />
    </div>
  );
}

function Files({ results }: { results: readonly Fields[] }) {
  const t = useTranslations("session.hosted");
  return (
    <ul className="flex flex-col gap-1.5 py-1 text-12">
      {results.map(({ file_id: id, filename, score, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several parts of one file are found, and they have no identity but their place
        <li key={at} className="min-w-0">
          <p className="flex gap-2 text-ink-2">
            <b className="min-w-0 truncate font-medium text-ink">
              <SafeText text={textIn(filename) || textIn(id)} />
            </b>
            {typeof score === "number" ? <span className="shrink-0">{t("score", { score })}</span> : null}
          </p>
          <p className="line-clamp-3 wrap-anywhere text-ink-2">
            <SafeText text={textIn(text).slice(0, LONGEST_QUOTE)} />
          </p>
        </li>
      ))}
    </ul>
  );
}

const LONGEST_QUOTE = 600;

function Ran({ item: { code, outputs } }: { item: Item }) {
  const t = useTranslations("session.hosted");
  const all = listIn(outputs);
  const logs = all.map(({ logs: printed }) => textIn(printed)).filter(Boolean);
  const pictures = all.flatMap(({ url }) => (typeof url === "string" ? [{ url, title: url }] : []));
  return (
    <>
      <Labelled label={t("codeLabel")} text={textIn(code)} />
      <Labelled label={t("output")} text={logs.join("\n")} />
      <SourceList sources={pictures} />
    </>
  );
}

function McpCall({ item: { arguments: given, output, error } }: { item: Item }) {
  const t = useTranslations("session.hosted");
  const failure = typeof error === "object" && error !== null ? JSON.stringify(error) : textIn(error);
  return (
    <>
      <Labelled label={t("arguments")} text={textIn(given)} />
      <Labelled label={t("output")} text={textIn(output)} />
      <Labelled label={t("error")} text={failure} />
    </>
  );
}

function McpTools({ item: { tools, error } }: { item: Item }) {
  const t = useTranslations("session.hosted");
  const known = listIn(tools);
  return (
    <>
      <p className="text-12 text-ink-2">{t("tools", { count: known.length })}</p>
      <ul className="flex flex-wrap gap-x-3 text-12">
        {known.map(({ name }) => (
          <li key={textIn(name)} className="font-mono">
            <SafeText text={textIn(name)} />
          </li>
        ))}
      </ul>
      <Labelled label={t("error")} text={textIn(error)} />
    </>
  );
}

function Labelled({ label, text }: { label: string; text: string }): ReactNode {
  if (text === "") return null;
  return (
    <div className="py-1">
      <p className="text-12 text-ink-3">{label}</p>
      <InlineCode label={label} text={text} />
    </div>
  );
}

type Fields = Record<string, unknown>;

function sourcesOf({ action }: Item): Source[] {
  const { sources, url } = (action ?? {}) as Fields;
  const opened = typeof url === "string" ? [{ url, title: url }] : [];
  const found = listIn(sources).flatMap(({ url: page, title }) =>
    typeof page === "string" ? [{ url: page, title: textIn(title) || page }] : [],
  );
  return [...opened, ...found].filter(({ url: page }, at, all) => all.findIndex((each) => each.url === page) === at);
}

function listIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
