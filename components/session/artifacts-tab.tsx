"use client";

import { FileText, ImageIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { DownloadLink } from "#components/run/artifact-panel.tsx";
import { ScrollArea } from "#components/run/scroll-area.tsx";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { useFileSize } from "#components/ui/file-size.ts";
import type { SessionArtifact } from "./session-artifacts.ts";
import { useSessionPlace } from "./session-context.tsx";

type Props = { artifacts: readonly SessionArtifact[]; onOpen: (name: string) => void };

/** The files of the session, as they come: who left each, how large it is; a click looks at it, the arrow saves it. */
export function ArtifactsTab({ artifacts, onOpen }: Props) {
  const t = useTranslations("session.panel");
  const size = useFileSize();
  const { folder } = useSessionPlace();
  if (artifacts.length === 0) return <p className="px-4 py-3 text-ink-3">{t("noArtifacts")}</p>;
  return (
    <ScrollArea label={t("artifacts")}>
      <ul className="py-1">
        {artifacts.map((artifact) => {
          const Icon = artifact.mediaType.startsWith("image/") ? ImageIcon : FileText;
          return (
            <li key={artifact.name} className="flex items-center pr-3 hover:bg-hover">
              <button
                type="button"
                onClick={() => onOpen(artifact.name)}
                className="flex h-12 min-w-0 flex-1 items-center gap-2.5 pl-4 text-left focus-visible:-outline-offset-2"
              >
                <span className="grid size-7 shrink-0 place-items-center rounded-sm border border-line-strong bg-sunken text-ink-2">
                  <Icon aria-hidden className="size-4 stroke-[1.5]" />
                </span>
                <span className="min-w-0 flex-1">
                  <bdi className="block truncate font-medium">
                    <SafeText text={artifact.name} />
                  </bdi>
                  <span className="block truncate text-12 text-ink-3">
                    {artifact.from === null ? t("fromYou") : t("fromTool", { tool: artifact.from })} ·{" "}
                    {size(artifact.bytes)}
                  </span>
                </span>
              </button>
              <DownloadLink folder={folder} name={artifact.name} />
            </li>
          );
        })}
      </ul>
    </ScrollArea>
  );
}
