"use client";

import { useMemo } from "react";
import { layOutJson } from "#components/run/json/lay-out.ts";
import { ScrollArea } from "#components/run/scroll-area.tsx";
import { JsonLine, TextView } from "#components/run/text/text-view.tsx";
import { cn } from "#components/ui/class-names.ts";

/** Longer text is drawn by the line, as far as it is in sight. */
const LONGEST = 8_000;

/** JSON laid out for reading, or a text as it is; as high as it needs to be, up to a point. */
export function InlineCode({ label, text, className }: { label: string; text: string; className?: string }) {
  const shown = useMemo(() => layOutJson(text) ?? text, [text]);
  if (shown.length > LONGEST) {
    return (
      <div className={cn("flex h-72", className)}>
        <TextView label={label} text={shown} className="px-0 py-0 text-ink-2" />
      </div>
    );
  }
  return (
    <ScrollArea
      role="group"
      label={label}
      className={cn("max-h-72 font-mono text-12 leading-4.5 text-ink-2", className)}
    >
      <pre className="whitespace-pre-wrap wrap-anywhere">
        <JsonLine text={shown} />
      </pre>
    </ScrollArea>
  );
}
