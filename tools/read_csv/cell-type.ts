/** What a column's cells have in common; "empty" is a column without any value. */
export type CellType = "empty" | "integer" | "number" | "boolean" | "date" | "date-time" | "text";

/** The narrowest type that a cell's text fits; numbers with leading zeros, such as telephone numbers, are text. */
export function typeOf(cell: string): CellType {
  if (/^[+-]?(0|[1-9]\d*)$/.test(cell)) return "integer";
  if (/^[+-]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(cell)) return "number";
  if (/^(true|false)$/i.test(cell)) return "boolean";
  if (/^\d{4}-\d{2}-\d{2}$/.test(cell)) return "date";
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/.test(cell)) return "date-time";
  return "text";
}

/** The narrowest type that holds both. */
export function widen(one: CellType, other: CellType): CellType {
  if (one === other || other === "empty") return one;
  if (one === "empty") return other;
  const both = new Set([one, other]);
  if (both.has("integer") && both.has("number")) return "number";
  if (both.has("date") && both.has("date-time")) return "date-time";
  return "text";
}
