"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { useFileSize } from "#components/ui/file-size.ts";
import type { Artifact } from "#lib/runs/view.ts";
import { DownloadLink, essenceOf } from "./artifact-panel.tsx";
import { SafeText } from "./text/safe-text.tsx";

const MOST = 1_000;

type Props = { folder: string; artifacts: readonly Artifact[]; opened: string | null; onOpen: (name: string) => void };

/** The files that a call left: a click looks at one, the arrow saves it. */
export function ArtifactList({ folder, artifacts, opened, onOpen }: Props) {
  const t = useTranslations("run.artifacts");
  const size = useFileSize();
  if (artifacts.length === 0) return <p className="px-4 py-3 text-ink-3">{t("none")}</p>;
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto py-1">
      {artifacts.slice(0, MOST).map(({ name, bytes, mediaType }) => (
        <li
          key={name}
          className={cn("flex h-8 items-center gap-3 pr-3 hover:bg-hover", name === opened && "bg-selected")}
        >
          <button
            type="button"
            onClick={() => onOpen(name)}
            aria-current={name === opened}
            className="flex h-8 min-w-0 flex-1 items-center gap-3 pl-4 text-left focus-visible:-outline-offset-2"
          >
            <bdi className="min-w-0 flex-1 truncate font-mono text-12">
              <SafeText text={name} />
            </bdi>
            <span className="w-40 truncate text-12 text-ink-3 @max-[560px]/run:hidden">{essenceOf(mediaType)}</span>
            <span className="w-16 shrink-0 text-right text-12 whitespace-nowrap text-ink-2">{size(bytes)}</span>
          </button>
          <DownloadLink folder={folder} name={name} />
        </li>
      ))}
      {artifacts.length > MOST ? (
        <li className="px-4 py-1 text-12 text-ink-2">{t("more", { count: artifacts.length - MOST })}</li>
      ) : null}
    </ul>
  );
}
