"use client";

import { ArrowLeft, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useFileSize } from "#components/ui/file-size.ts";
import type { Artifact } from "#lib/runs/view.ts";
import { PanelHead } from "./panel-head.tsx";
import { ArtifactPreview } from "./previews/artifact-preview.tsx";
import { artifactUrl } from "./previews/artifact-url.ts";
import { SafeText } from "./text/safe-text.tsx";

type Props = {
  folder: string;
  artifacts: readonly Artifact[];
  name: string;
  /** Where the way back leads. */
  back: string;
  onBack: () => void;
};

/** An artifact in the place of the result, with the way back. */
export function ArtifactPanel({ folder, artifacts, name, back, onBack }: Props) {
  const t = useTranslations("run.artifacts");
  const size = useFileSize();
  const artifact = artifacts.find((known) => known.name === name);
  return (
    <>
      <PanelHead
        title={
          <>
            <Button variant="ghost" size="sm" onClick={onBack}>
              <ArrowLeft aria-hidden />
              {back}
            </Button>
            <bdi className="truncate">
              <SafeText text={name} />
            </bdi>
          </>
        }
        note={artifact ? `${size(artifact.bytes)} · ${essenceOf(artifact.mediaType)}` : null}
        actions={<DownloadLink folder={folder} name={name} />}
        className="[&_h2]:shrink"
      />
      {artifact ? (
        <ArtifactPreview folder={folder} artifact={artifact} artifacts={artifacts} />
      ) : (
        <p className="px-4 py-3 text-ink-2">{t("gone")}</p>
      )}
    </>
  );
}

/** A media type without its parameters, which are for programs. */
export function essenceOf(mediaType: string): string {
  return mediaType.split(";", 1)[0] ?? "";
}

/** Saves an artifact; the browser neither opens nor runs it. */
export function DownloadLink({ folder, name }: { folder: string; name: string }) {
  const t = useTranslations("run.artifacts");
  const url = artifactUrl({ folder, name }, { as: "download" });
  if (url === null) return null;
  return (
    <Button variant="ghost" size="sm" asChild>
      <a href={url} download aria-label={t("downloadNamed", { name })} title={t("download")}>
        <Download aria-hidden />
      </a>
    </Button>
  );
}
