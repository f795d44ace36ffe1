"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { parseJson } from "#components/run/json/json-node.ts";
import { JsonTree } from "#components/run/json/json-tree.tsx";
import { ScrollArea } from "#components/run/scroll-area.tsx";
import { cn } from "#components/ui/class-names.ts";
import { searchWords } from "#components/ui/fold-text.ts";
import { Input } from "#components/ui/input.tsx";
import type { LogFrame } from "#lib/runs/transcript.ts";

const ROW = 26;

/** The log as it stands, event by event, narrowed by words; a click shows the whole of one. */
export function EventsTab({ events }: { events: readonly LogFrame[] }) {
  const t = useTranslations("session.events");
  const [query, setQuery] = useState("");
  const [selected, select] = useState<LogFrame | null>(null);
  const shown = useMemo(() => narrow(events, query), [events, query]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 py-2">
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <span className="shrink-0 text-12 text-ink-3">{t("count", { shown: shown.length, all: events.length })}</span>
      </div>
      <EventList events={shown} selected={selected} onSelect={select} />
      {selected ? <EventDetail frame={selected} /> : null}
    </div>
  );
}

type ListProps = { events: readonly LogFrame[]; selected: LogFrame | null; onSelect: (frame: LogFrame | null) => void };

function EventList({ events, selected, onSelect }: ListProps) {
  const t = useTranslations("session.events");
  const format = useFormatter();
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  return (
    <ScrollArea ref={scroller} label={t("label")}>
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const frame = events[index];
          if (!frame) return null;
          const { position, event } = frame;
          return (
            <button
              key={key}
              type="button"
              aria-pressed={frame === selected}
              onClick={() => onSelect(frame === selected ? null : frame)}
              className={cn(
                "absolute top-0 left-0 flex w-full items-center gap-2 px-4 text-left text-12 hover:bg-hover focus-visible:-outline-offset-2",
                frame === selected && "bg-selected",
              )}
              style={{ transform: `translateY(${start}px)`, height: ROW }}
            >
              <span className="w-12 shrink-0 font-mono text-ink-3">
                {position}.{event.seq}
              </span>
              <span className="shrink-0 font-mono">{event.type}</span>
              <span className="min-w-0 flex-1 truncate text-ink-3">{aboutOf(frame)}</span>
              <time dateTime={event.at} className="shrink-0 text-ink-3">
                {format.dateTime(new Date(event.at), { timeStyle: "medium" })}
              </time>
            </button>
          );
        })}
      </div>
    </ScrollArea>
  );
}

function EventDetail({ frame }: { frame: LogFrame }) {
  const t = useTranslations("session.events");
  const root = useMemo(() => parseJson(JSON.stringify(frame.event)), [frame]);
  return (
    <section aria-label={t("detail")} className="flex h-[45%] shrink-0 border-t border-line-strong bg-sunken">
      {root ? <JsonTree key={`${frame.position}.${frame.event.seq}`} label={t("detail")} root={root} /> : null}
    </section>
  );
}

function aboutOf({ event }: LogFrame): string {
  const { agent, turn, index, text, message } = event as Partial<Record<string, unknown>>;
  const place = [agent, turn, index].filter((part) => part !== undefined).join(" / ");
  const said = typeof text === "string" ? text : typeof message === "string" ? message : "";
  return [place, said.slice(0, 120)].filter(Boolean).join(" · ");
}

/** Every word has to be in the event's type or in what is shown of it. */
function narrow(events: readonly LogFrame[], query: string): readonly LogFrame[] {
  const words = searchWords(query);
  if (words.length === 0) return events;
  return events.filter((frame) => {
    const text = `${frame.event.type} ${aboutOf(frame)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
