"use client";

import { useMemo } from "react";
import remend from "remend";
import { MARKDOWN_LOOK, MarkdownText } from "#components/run/previews/markdown-text.tsx";
import { cn } from "#components/ui/class-names.ts";
import { splitBlocks } from "./markdown-blocks.ts";
import { useSessionPlace } from "./session-context.tsx";

const CARET =
  "[&>:last-child:not(div,ul,ol,blockquote)]:after:ml-0.5 [&>:last-child:not(div,ul,ol,blockquote)]:after:inline-block [&>:last-child:not(div,ul,ol,blockquote)]:after:h-3.75 [&>:last-child:not(div,ul,ol,blockquote)]:after:w-1.75 [&>:last-child:not(div,ul,ol,blockquote)]:after:bg-accent [&>:last-child:not(div,ul,ol,blockquote)]:after:align-[-2px] [&>:last-child:not(div,ul,ol,blockquote)]:after:content-['']";

/** A model's words. While they come, only the last block is drawn anew, and what is half written there is shown as if whole. */
export function AnswerMarkdown({ text, state }: { text: string; state: "coming" | "whole" }) {
  const { folder, artifacts } = useSessionPlace();
  const blocks = useMemo(() => splitBlocks(text), [text]);
  const last = blocks.length - 1;
  return (
    <div className={cn("min-w-0", MARKDOWN_LOOK, state === "coming" && CARET)}>
      {blocks.map((block, index) => (
        <MarkdownText
          // biome-ignore lint/suspicious/noArrayIndexKey: a block has no identity but its place
          key={index}
          text={state === "coming" && index === last ? remend(block, COMING) : block}
          folder={folder}
          artifacts={artifacts}
        />
      ))}
    </div>
  );
}

const COMING = { linkMode: "text-only", images: false, htmlTags: false } as const;
