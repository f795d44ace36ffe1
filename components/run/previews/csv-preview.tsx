"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMemo } from "react";
import { readCsv } from "../table/csv-table.ts";
import { Grid } from "../table/grid.tsx";

/** A CSV file as a grid. */
export default function CsvPreview({ name, text, end }: { name: string; text: string; end: "whole" | "cut" }) {
  const t = useTranslations("run.table");
  const format = useFormatter();
  const table = useMemo(() => readCsv(text, { end, delimiter: /\.tsv$/i.test(name) ? "\t" : "" }), [text, end, name]);
  const size = { rows: table.rowCount, columns: table.columns.length, shown: format.number(table.rowCount) };
  return (
    <>
      <Grid label={name} table={table} />
      <p className="shrink-0 border-t border-line px-3 py-2 text-12 text-ink-2">
        {end === "cut" ? t("firstRows", size) : t("size", size)}
      </p>
    </>
  );
}
