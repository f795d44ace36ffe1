"use client";

import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { useFileSize } from "#components/ui/file-size.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tag } from "#components/ui/tag.tsx";
import type { Artifact } from "#lib/runs/view.ts";
import { parseJson } from "../json/json-node.ts";
import { JsonTree } from "../json/json-tree.tsx";
import { TextView } from "../text/text-view.tsx";
import { artifactUrl } from "./artifact-url.ts";
import { HtmlFrame } from "./html-frame.tsx";
import { ImagePreview } from "./image-preview.tsx";
import { PreviewBoundary } from "./preview-boundary.tsx";
import { type PreviewKind, previewKind } from "./preview-kind.ts";
import { type ArtifactText, useArtifactText } from "./use-artifact-text.ts";

const CsvPreview = lazy(() => import("./csv-preview.tsx"));
const MarkdownPreview = lazy(() => import("./markdown-preview.tsx"));
const PdfPreview = lazy(() => import("./pdf-preview.tsx"));

const LIMIT = 2 * 1024 * 1024;
/** Markdown becomes elements, all of them at once. */
const MARKDOWN_LIMIT = 200_000;

export type PreviewProps = { folder: string; artifact: Artifact; artifacts: readonly Artifact[] };

/** A look at a file that a call left, as far as its kind allows; nothing in it can act or load anything. */
export function ArtifactPreview({ folder, artifact, artifacts }: PreviewProps) {
  const kind = previewKind(artifact);
  const address = { folder, name: artifact.name };
  const url = artifactUrl(address, { as: "preview" });
  return (
    <PreviewBoundary key={`${folder}/${artifact.name}`} fallback={<Unseen reason="broken" />}>
      <Suspense fallback={<Loading />}>{url === null || kind === "none" ? <Unseen reason="kind" /> : look()}</Suspense>
    </PreviewBoundary>
  );

  function look(): ReactNode {
    if (url === null) return null;
    if (kind === "image") return <ImagePreview url={url} name={artifact.name} />;
    if (kind === "pdf") return <PdfPreview url={url} name={artifact.name} />;
    return <TextPreview kind={kind} folder={folder} artifact={artifact} artifacts={artifacts} />;
  }
}

function TextPreview({ kind, folder, artifact, artifacts }: PreviewProps & { kind: PreviewKind }) {
  const limit = kind === "markdown" ? MARKDOWN_LIMIT : LIMIT;
  const content = useArtifactText(artifactUrl({ folder, name: artifact.name }, { as: "preview", limit }), limit);
  if (content.state === "loading") return <Loading />;
  if (content.state === "failed") return <Unseen reason="failed" />;
  return (
    <>
      <Written kind={kind} content={content} folder={folder} artifact={artifact} artifacts={artifacts} />
      <Foot content={content} bytes={artifact.bytes} />
    </>
  );
}

type Loaded = Extract<ArtifactText, { state: "loaded" }>;

function Written({
  kind,
  content,
  folder,
  artifact,
  artifacts,
}: PreviewProps & { kind: PreviewKind; content: Loaded }) {
  const json = useMemo(() => (kind === "json" ? parseJson(content.text) : null), [kind, content.text]);
  const { name } = artifact;
  const plain = <TextView label={name} text={content.text} wrap="scroll" />;
  if (content.text === "") return <Unseen reason="empty" />;
  if (kind === "csv") return <CsvPreview name={name} text={content.text} end={content.end} />;
  if (kind === "html") return <HtmlFrame name={name} html={content.text} />;
  if (json) return <JsonTree label={name} root={json} />;
  if (kind !== "markdown") return plain;
  return (
    <PreviewBoundary fallback={plain}>
      <MarkdownPreview label={name} text={content.text} folder={folder} artifacts={artifacts} />
    </PreviewBoundary>
  );
}

/** Says how much of a file is not shown, and that it was not written in UTF-8. */
function Foot({ content, bytes }: { content: Loaded; bytes: number }) {
  const t = useTranslations("run.preview");
  const size = useFileSize();
  const cut = content.end === "cut" || bytes > content.bytes;
  if (!cut && content.encoding === "UTF-8") return null;
  return (
    <p className="flex shrink-0 items-center gap-2 border-t border-line px-3 py-2 text-12 text-ink-2">
      {cut ? t("cut", { shown: size(content.bytes), all: size(Math.max(bytes, content.bytes)) }) : null}
      {content.encoding === "UTF-8" ? null : <Tag>{content.encoding}</Tag>}
    </p>
  );
}

function Unseen({ reason }: { reason: "kind" | "empty" | "failed" | "broken" }) {
  const t = useTranslations("run.preview");
  return <p className="px-4 py-3 text-13 text-ink-2">{t(`unseen.${reason}`)}</p>;
}

function Loading() {
  const t = useTranslations("run.preview");
  return (
    <div role="status" aria-label={t("loading")} className="flex flex-col gap-3 p-4">
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
      <Skeleton className="w-3/5" />
    </div>
  );
}
