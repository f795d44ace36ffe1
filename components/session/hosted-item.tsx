"use client";

import { Code, FileSearch, Globe, ImageIcon, type LucideIcon, Plug, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Item, Source } from "#lib/runs/answer-parts.ts";
import { Disclosure } from "./disclosure.tsx";
import { RawItem } from "./raw-item.tsx";
import { SourceList } from "./source-list.tsx";

/** What a model server did by itself: a search with its pages, or the item as it came. */
export function HostedItem({ id, item }: { id: string; item: Item }) {
  const t = useTranslations("session.hosted");
  const kind = KINDS[item.type ?? ""];
  const sources = sourcesOf(item);
  return (
    <Disclosure
      id={id}
      icon={kind?.icon ?? Wrench}
      label={kind ? t(kind.name) : t("other", { type: item.type ?? "?" })}
      note={[queryOf(item), item.status === "failed" ? t("failed") : ""].filter(Boolean).join(" · ")}
    >
      {sources.length > 0 ? (
        <div className="py-1 text-12">
          <SourceList sources={sources} />
        </div>
      ) : null}
      <RawItem item={item} />
    </Disclosure>
  );
}

const KINDS: Record<string, { icon: LucideIcon; name: "web" | "files" | "code" | "image" | "mcp" | "mcpTools" }> = {
  web_search_call: { icon: Globe, name: "web" },
  file_search_call: { icon: FileSearch, name: "files" },
  code_interpreter_call: { icon: Code, name: "code" },
  image_generation_call: { icon: ImageIcon, name: "image" },
  mcp_call: { icon: Plug, name: "mcp" },
  mcp_list_tools: { icon: Plug, name: "mcpTools" },
};

function queryOf({ action, queries, name, server_label: server }: Item): string {
  const asked = (action ?? {}) as { query?: unknown; url?: unknown };
  const words = [asked.query, asked.url, ...(Array.isArray(queries) ? queries : []), name, server];
  return words.filter((word) => typeof word === "string").join(", ");
}

function sourcesOf({ action }: Item): Source[] {
  const { sources } = (action ?? {}) as { sources?: unknown };
  if (!Array.isArray(sources)) return [];
  return sources.flatMap((source: { url?: unknown; title?: unknown } | null) =>
    typeof source?.url === "string"
      ? [{ url: source.url, title: typeof source.title === "string" ? source.title : source.url }]
      : [],
  );
}
