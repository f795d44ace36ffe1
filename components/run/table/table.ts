/** A cell as text; `kind` tells a missing one from an empty text, and a number from its digits as text. */
export type Cell = { text: string; kind: "text" | "number" | "literal" | "missing" };

/** Rows and columns that a grid draws; `width` is in pixels. */
export type Table = {
  columns: readonly { name: string; align: "left" | "right"; width: number }[];
  rowCount: number;
  cell: (row: number, column: number) => Cell;
};

export const missingCell: Cell = { text: "", kind: "missing" };

const SAMPLE = 200;
const NARROWEST = 56;
const WIDEST = 420;
const LETTER = 8;
const PADDING = 26;

/** The table with widths and sides by what its first 200 rows hold. */
export function layOut(names: readonly string[], { rowCount, cell }: Pick<Table, "rowCount" | "cell">): Table {
  const columns = names.map((name, column) => {
    const sample = Array.from({ length: Math.min(SAMPLE, rowCount) }, (_, row) => cell(row, column));
    const filled = sample.filter(({ text, kind }) => kind !== "missing" && text !== "");
    const numeric = filled.length > 0 && filled.every(isNumeric);
    const widest = Math.max(lengthOf(name), ...sample.map(({ text }) => lengthOf(text)));
    const width = Math.min(WIDEST, Math.max(NARROWEST, Math.round(widest * LETTER + PADDING)));
    return { name, align: numeric ? ("right" as const) : ("left" as const), width };
  });
  return { columns, rowCount, cell };
}

function isNumeric({ text, kind }: Cell): boolean {
  return kind === "number" || /^[-+]?\d[\d,]*(\.\d+)?([eE][-+]?\d+)?%?$/.test(text);
}

/** Letters as wide as the Latin ones; a Hangul syllable or a Chinese character is two. */
function lengthOf(text: string): number {
  const seen = text.slice(0, 80);
  return (
    seen.length + (seen.match(/[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0)
  );
}
