import type { Schema } from "./resolve.ts";

const LONG = 400;

/** Whether a text is written on several lines: the schema says so, or it is meant to be long. */
export function isMultiline(schema: Schema): boolean {
  const { format, contentMediaType, maxLength } = schema;
  if (typeof format === "string" && /^(multi-?line|textarea|markdown|html|text|sql|code)$/.test(format)) return true;
  return typeof contentMediaType === "string" || (typeof maxLength === "number" && maxLength >= LONG);
}
