"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId, useMemo, useRef, useState } from "react";
import { cn } from "#components/ui/class-names.ts";
import { SafeText } from "../text/safe-text.tsx";
import { compactJson, type JsonNode } from "./json-node.ts";
import { listRows, type TreeRow } from "./tree-rows.ts";

const LONGEST_STRING = 2_000;
const LONGEST_GLIMPSE = 200;

/** JSON to open and close; arrow keys move as in any tree. */
export function JsonTree({ label, root }: { label: string; root: JsonNode }) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const rows = useMemo(() => listRows(root, toggled), [root, toggled]);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    overscan: 20,
  });

  function toggle(row: TreeRow) {
    const next = new Set(toggled);
    if (!next.delete(row.path)) next.add(row.path);
    setToggled(next);
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[active];
    const step = row && move(event.key, { row, rows, active });
    if (!row || step === undefined) return;
    event.preventDefault();
    if (step === "toggle") return toggle(row);
    setActive(step);
    virtualizer.scrollToIndex(step);
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      aria-activedescendant={`${id}${active}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="group min-h-0 min-w-0 flex-1 overflow-auto px-3 py-2 font-mono text-12 leading-5 focus-visible:-outline-offset-2"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row ? (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the tree has the focus and the keys
            <div
              key={key}
              id={`${id}${index}`}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={index === active}
              {...(row.state === "leaf" ? {} : { "aria-expanded": row.state === "open" })}
              data-index={index}
              ref={virtualizer.measureElement}
              onClick={() => [setActive(index), row.state !== "leaf" && toggle(row)]}
              className={cn(
                "absolute top-0 left-0 flex w-full rounded-xs hover:bg-hover",
                index === active && "group-focus-visible:bg-selected",
                row.state !== "leaf" && "cursor-pointer",
              )}
              style={{ transform: `translateY(${start}px)`, paddingLeft: Math.min(row.depth, 40) * 14 }}
            >
              <Row row={row} />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

function Row({ row }: { row: TreeRow }) {
  return (
    <>
      <span className="flex h-5 w-4 shrink-0 items-center text-ink-3">
        {row.state === "leaf" ? null : (
          <ChevronRight aria-hidden className={cn("size-3.5", row.state === "open" && "rotate-90")} />
        )}
      </span>
      <span className={cn("min-w-0 wrap-anywhere", row.state === "closed" ? "truncate" : "whitespace-pre-wrap")}>
        {row.name === null ? null : (
          <span className={row.named === "key" ? "text-code-key" : "text-ink-3"}>
            <SafeText text={row.name} />
            {": "}
          </span>
        )}
        <Value row={row} />
      </span>
    </>
  );
}

function Value({ row: { node, state, size } }: { row: TreeRow }) {
  const t = useTranslations("run.json");
  if (node.kind === "string") {
    const cut = node.value.length > LONGEST_STRING;
    return (
      <>
        <span className="text-code-string">
          <SafeText text={JSON.stringify(cut ? node.value.slice(0, LONGEST_STRING) : node.value)} />
        </span>
        {cut ? <span className="text-ink-3"> {t("longString", { count: node.value.length })}</span> : null}
      </>
    );
  }
  if (node.kind === "number") return <span className="text-code-number">{node.text}</span>;
  if (node.kind === "literal") return <span className="text-code-literal">{node.text}</span>;
  const count = node.kind === "array" ? t("items", { count: size }) : t("members", { count: size });
  if (state === "open") return <span className="font-sans text-ink-3">{count}</span>;
  return (
    <>
      {size > 0 ? <span className="mr-2 font-sans text-ink-3">{count}</span> : null}
      <span className="text-ink-2">
        <SafeText text={compactJson(node, LONGEST_GLIMPSE)} />
      </span>
    </>
  );
}

/** The row to go to, or that this one opens or closes; undefined for a key that means nothing here. */
function move(
  key: string,
  { row, rows, active }: { row: TreeRow; rows: TreeRow[]; active: number },
): number | "toggle" | undefined {
  const last = rows.length - 1;
  if (key === "ArrowDown") return Math.min(active + 1, last);
  if (key === "ArrowUp") return Math.max(active - 1, 0);
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "Enter" || key === " ") return row.state === "leaf" ? active : "toggle";
  if (key === "ArrowRight") return row.state === "closed" ? "toggle" : Math.min(active + 1, last);
  if (key !== "ArrowLeft") return undefined;
  return row.state === "open"
    ? "toggle"
    : Math.max(
        0,
        rows.findLastIndex((above, at) => at < active && above.depth < row.depth),
      );
}
