"use client";

import { Code, FileSearch, Globe, ImageIcon, type LucideIcon, Plug, Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Item } from "#lib/runs/answer-parts.ts";
import { Disclosure } from "./disclosure.tsx";
import { HostedDetails } from "./hosted-details.tsx";
import { HostedPicture } from "./hosted-picture.tsx";
import { RawItem } from "./raw-item.tsx";

/** What a model server did by itself: what it looked for, found, ran or made, and below it the item as it came. */
export function HostedItem({ id, item }: { id: string; item: Item }) {
  const t = useTranslations("session.hosted");
  const kind = KINDS[item.type ?? ""];
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Disclosure
        id={id}
        icon={kind?.icon ?? Wrench}
        label={kind ? t(kind.name) : t("other", { type: item.type ?? "?" })}
        note={[queryOf(item), item.status === "failed" ? t("failed") : ""].filter(Boolean).join(" · ")}
      >
        <HostedDetails item={item} />
        <Disclosure id={`${id} raw`} icon={Code} label={t("raw")}>
          <RawItem item={item} />
        </Disclosure>
      </Disclosure>
      <HostedPicture item={item} />
    </div>
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
