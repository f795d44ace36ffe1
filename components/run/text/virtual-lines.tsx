"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { ScrollArea } from "../scroll-area.tsx";
import { useEnd } from "./use-end.ts";

type Props = {
  label: string;
  count: number;
  line: (index: number) => ReactNode;
  wrap: "wrap" | "scroll";
  /** "end" keeps the newest line in sight until the reader scrolls away from it. */
  follow?: "end" | "nothing";
  className?: string;
};

const LINE_HEIGHT = 20;

/** Any number of lines, of which only those in sight are in the page. */
export function VirtualLines(props: Props) {
  // The heights of wrapped lines mean nothing to lines that are not.
  return <Lines key={props.wrap} {...props} />;
}

function Lines({ label, count, line, wrap, follow = "nothing", className }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 24,
  });
  const { atEnd, toEnd, onScroll } = useEnd(scroller, { length: virtualizer.getTotalSize(), follow });
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <ScrollArea
        ref={scroller}
        label={label}
        onScroll={onScroll}
        className={cn("px-4 py-2 font-mono text-12 leading-5 text-ink", className)}
      >
        <div className="relative min-w-full" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((row) => (
            <div
              key={row.key}
              data-index={row.index}
              ref={wrap === "wrap" ? virtualizer.measureElement : null}
              className={cn(
                "absolute top-0 left-0 min-h-5",
                wrap === "wrap" ? "w-full whitespace-pre-wrap wrap-anywhere" : "w-max min-w-full whitespace-pre",
              )}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {line(row.index)}
            </div>
          ))}
        </div>
      </ScrollArea>
      {follow === "end" && !atEnd ? <ToEnd onClick={toEnd} /> : null}
    </div>
  );
}

function ToEnd({ onClick }: { onClick: () => void }) {
  const t = useTranslations("run.log");
  return (
    <Button size="sm" className="absolute right-4 bottom-3 shadow-2" onClick={onClick}>
      <ArrowDown aria-hidden />
      {t("toEnd")}
    </Button>
  );
}
