"use client";

import { FileText, ImageIcon } from "lucide-react";
import type { ReactNode } from "react";
import { SafeText } from "#components/run/text/safe-text.tsx";
import { useFileSize } from "#components/ui/file-size.ts";
import type { MessageFile } from "#lib/runs/agent-schema.ts";

type Props = { file: MessageFile; onOpen?: () => void; children?: ReactNode };

/** A file that goes with a message: its kind, name and size, and what can be done with it. */
export function FileChip({ file, onOpen, children }: Props) {
  const size = useFileSize();
  const Icon = file.mediaType.startsWith("image/") ? ImageIcon : FileText;
  const inside = (
    <>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <bdi className="min-w-0 truncate">
        <SafeText text={file.name} />
      </bdi>
      <span className="shrink-0 text-ink-3">{size(file.bytes)}</span>
    </>
  );
  const look =
    "flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded-xs border border-line bg-surface px-1.5 text-12 text-ink-2";
  if (!onOpen) {
    return (
      <span className={look}>
        {inside}
        {children}
      </span>
    );
  }
  return (
    <button type="button" onClick={onOpen} className={`${look} hover:bg-hover hover:text-ink`}>
      {inside}
    </button>
  );
}
