import { numberIn, printExact } from "#lib/core/exact/schema.ts";

/**
 * A schema as the editor's JSON service takes it. It knows rounded numbers only: bounds beyond 2^53 are rounded, and values that hold
 * such a number are offered as text, digit by digit, but not checked there.
 */
export function editorSchema(schema: unknown): unknown {
  if (typeof schema === "bigint") return Number(schema);
  if (Array.isArray(schema)) return schema.map(editorSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema);
  const offered = entries.filter(([keyword, value]) => VALUES.has(keyword) && holdsLarge(value));
  const kept = entries.filter((entry) => !offered.includes(entry));
  const plain = Object.fromEntries(kept.map(([keyword, value]) => [keyword, editorSchema(value)]));
  if (offered.length === 0) return plain;
  const values = offered.flatMap(([keyword, value]) => (LISTS.has(keyword) && Array.isArray(value) ? value : [value]));
  const texts = [...new Set(values.map((value) => printExact(value)))];
  return { ...plain, defaultSnippets: texts.map((text) => ({ label: text, bodyText: text })) };
}

const LISTS = new Set(["enum", "examples"]);
const VALUES = new Set([...LISTS, "const", "default"]);

function holdsLarge(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(holdsLarge);
  return typeof numberIn(value) === "bigint";
}
