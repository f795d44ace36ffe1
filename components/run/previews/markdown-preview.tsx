"use client";

import type { Artifact } from "#lib/runs/view.ts";
import { ScrollArea } from "../scroll-area.tsx";
import { MARKDOWN_LOOK, MarkdownText } from "./markdown-text.tsx";

type Props = { label: string; text: string; folder: string; artifacts: readonly Artifact[] };

/** A Markdown document that scrolls by itself. */
export default function MarkdownPreview({ label, text, folder, artifacts }: Props) {
  return (
    <ScrollArea label={label} className={`px-3 py-3 ${MARKDOWN_LOOK}`}>
      <MarkdownText text={text} folder={folder} artifacts={artifacts} />
    </ScrollArea>
  );
}
