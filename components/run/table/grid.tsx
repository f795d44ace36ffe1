"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { cn } from "#components/ui/class-names.ts";
import { ScrollArea } from "../scroll-area.tsx";
import { SafeText } from "../text/safe-text.tsx";
import type { Cell, Table } from "./table.ts";

const ROW_HEIGHT = 28;
const LONGEST_CELL = 400;
/** A table that is a little narrower than its place fills it. */
const MOST_STRETCH = 1.8;

/** A table of any size, of which only the cells in sight are in the page. */
export function Grid({ label, table }: { label: string; table: Table }) {
  const scroller = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: table.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: table.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => table.columns[index]?.width ?? 0,
    overscan: 6,
  });
  const seen = columns.getVirtualItems().map(({ index }) => index);
  const before = columns.getVirtualItems()[0]?.start ?? 0;
  const after = columns.getTotalSize() - (columns.getVirtualItems().at(-1)?.end ?? 0);
  const width = columns.getTotalSize();
  const above = rows.getVirtualItems()[0]?.start ?? 0;
  const below = rows.getTotalSize() - (rows.getVirtualItems().at(-1)?.end ?? 0);

  return (
    <ScrollArea ref={scroller} label={label}>
      <table
        aria-label={label}
        aria-rowcount={table.rowCount + 1}
        aria-colcount={table.columns.length}
        className="table-fixed border-separate border-spacing-0"
        style={{ width, minWidth: `min(100%, ${Math.round(width * MOST_STRETCH)}px)` }}
      >
        <colgroup>
          <col style={{ width: before }} />
          {seen.map((column) => (
            <col key={column} style={{ width: table.columns[column]?.width }} />
          ))}
          <col style={{ width: after }} />
        </colgroup>
        <Head table={table} seen={seen} />
        <tbody>
          <Gap height={above} />
          {rows.getVirtualItems().map(({ key, index }) => (
            <Row key={key} table={table} row={index} seen={seen} />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Head({ table, seen }: { table: Table; seen: readonly number[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td className="sticky top-0 border-b border-line bg-surface p-0" />
        {seen.map((column) => (
          <th
            key={column}
            scope="col"
            aria-colindex={column + 1}
            className={cn(
              "sticky top-0 z-(--z-sticky) h-7 truncate border-b border-line bg-surface px-3 py-0 text-12 font-medium text-ink-3",
              sideOf(table, column),
            )}
          >
            <SafeText text={table.columns[column]?.name ?? ""} />
          </th>
        ))}
        <td className="sticky top-0 border-b border-line bg-surface p-0" />
      </tr>
    </thead>
  );
}

function Row({ table, row, seen }: { table: Table; row: number; seen: readonly number[] }) {
  return (
    <tr aria-rowindex={row + 2} className="hover:bg-hover">
      <td className="border-b border-line p-0" />
      {seen.map((column) => (
        <td
          key={column}
          aria-colindex={column + 1}
          className={cn("h-7 truncate border-b border-line px-3 py-0 text-13 whitespace-pre", sideOf(table, column))}
        >
          <CellText cell={table.cell(row, column)} />
        </td>
      ))}
      <td className="border-b border-line p-0" />
    </tr>
  );
}

/** The room that rows out of sight would take. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}

function CellText({ cell: { text, kind } }: { cell: Cell }) {
  const t = useTranslations("run.table");
  if (kind === "missing") return <span className="text-12 text-ink-3">{t("missing")}</span>;
  if (kind === "literal") return <span className="font-mono text-12 text-code-literal">{text}</span>;
  return <SafeText text={text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text} />;
}

function sideOf(table: Table, column: number): string {
  return table.columns[column]?.align === "right" ? "text-right" : "text-left";
}
