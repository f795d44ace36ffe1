import { type JsonCell, textOf } from "./cell.ts";

/** What a column of a result holds; `min`, `max` and `mean` are there for numbers, the first two also for dates and times. */
export type ColumnSummary = {
  name: string;
  type: string;
  empty: number;
  min?: JsonCell;
  max?: JsonCell;
  mean?: number;
};

/** Sums up a column cell by cell. */
export function createSummary(name: string, type: string): { add(cell: JsonCell): void; result(): ColumnSummary } {
  const isNumber = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*)$/.test(type);
  const isOrdered = isNumber || /^(DATE|TIME.*)$/.test(type);
  const order = (cell: JsonCell) => (isNumber ? Number(textOf(cell)) : textOf(cell));
  let empty = 0;
  let filled = 0;
  let sum = 0;
  let min: JsonCell = null;
  let max: JsonCell = null;
  return {
    add(cell) {
      if (cell === null) empty++;
      else if (isOrdered) {
        filled++;
        if (isNumber) sum += Number(textOf(cell));
        if (min === null || order(cell) < order(min)) min = cell;
        if (max === null || order(cell) > order(max)) max = cell;
      }
    },
    result: () => ({
      name,
      type,
      empty,
      ...(filled > 0 && { min, max }),
      ...(filled > 0 && isNumber && { mean: Number((sum / filled).toPrecision(12)) }),
    }),
  };
}
