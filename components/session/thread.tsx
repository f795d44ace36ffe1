"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { ScrollArea } from "#components/run/scroll-area.tsx";
import { useEnd } from "#components/run/text/use-end.ts";
import { Button } from "#components/ui/button.tsx";
import { AnswerRow } from "./answer-row.tsx";
import { CallsRow } from "./calls-row.tsx";
import { EndingRow, LineRow } from "./event-rows.tsx";
import { HandoffRow } from "./handoff-row.tsx";
import { MessageRow } from "./message-row.tsx";
import { RowContext } from "./nested-run.tsx";
import type { Row } from "./rows.ts";
import { WaitRow } from "./wait-row.tsx";

type Props = {
  rows: readonly Row[];
  /** What stands below the last row, such as what was just sent. */
  tail: ReactNode;
  /** What was sent from here last: its sender wants to see it. */
  sentId: string | null;
  /** Goes on after the newest run; null while nothing is to be gone on with. */
  onContinue: (() => void) | null;
};

const USUAL_HEIGHT = 96;

/** The conversation: only rows in sight are in the page, and the newest stays in sight until the reader leaves it. */
export function Thread({ rows, tail, sentId, onContinue }: Props) {
  const t = useTranslations("session.thread");
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length + 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => rows[index]?.key ?? "tail",
    overscan: 8,
    paddingStart: 16,
    paddingEnd: 8,
  });
  const { atEnd, toEnd, onScroll, hold } = useEnd(scroller, { length: virtualizer.getTotalSize(), follow: "end" });
  // At the end one hand moves the view, not two.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = atEnd ? () => false : undefined;
  const follow = useEffectEvent(toEnd);
  useEffect(() => {
    if (sentId !== null) follow();
  }, [sentId]);
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1">
      <ScrollArea
        ref={scroller}
        label={t("label")}
        onScroll={onScroll}
        // What the reader opens stays where it is.
        onClickCapture={({ target }) => {
          if (target instanceof Element && target.closest("[aria-expanded], summary")) hold();
        }}
        className="[overflow-anchor:none]"
      >
        <div className="relative mx-auto w-full max-w-4xl" style={{ height: virtualizer.getTotalSize() }}>
          <RowContext value={NestedRow}>
            {virtualizer.getVirtualItems().map(({ index, key, start }) => {
              const row = rows[index];
              return (
                <div
                  key={key}
                  data-index={index}
                  ref={virtualizer.measureElement}
                  className="absolute top-0 left-0 w-full px-6 pb-3 max-md:px-3"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {row ? <RowView row={row} onContinue={index === rows.length - 1 ? onContinue : null} /> : tail}
                </div>
              );
            })}
          </RowContext>
        </div>
      </ScrollArea>
      {atEnd ? null : (
        <Button className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-2" onClick={toEnd}>
          <ArrowDown aria-hidden />
          {t("toEnd")}
        </Button>
      )}
    </div>
  );
}

/** Nothing of an agent that was asked is gone on with by itself. */
function NestedRow({ row }: { row: Row }) {
  return <RowView row={row} onContinue={null} />;
}

function RowView({ row, onContinue }: { row: Row; onContinue: (() => void) | null }) {
  switch (row.kind) {
    case "message":
      return <MessageRow message={row.message} />;
    case "answer":
      return <AnswerRow turn={row.turn} parts={row.parts} end={row.end} />;
    case "calls":
      return <CallsRow calls={row.calls} run={row.run} />;
    case "wait":
      return <WaitRow turn={row.turn} />;
    case "handoff":
      return <HandoffRow line={row.line} call={row.call} />;
    case "line":
      return <LineRow line={row.line} />;
    case "ending":
      return <EndingRow ending={row.ending} onContinue={onContinue} />;
  }
}
