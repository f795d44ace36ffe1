import type { Language } from "#lib/tools/schema.ts";

/** The languages' own names, the same in every catalogue. */
export const LANGUAGE_NAMES: Record<Language, string> = { python: "Python", typescript: "TypeScript" };

/** What a list shows of a description that may have many lines. */
export function firstLine(description: string): string {
  return description.trim().split("\n", 1)[0] ?? "";
}
