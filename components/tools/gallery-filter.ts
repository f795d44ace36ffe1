import { z } from "zod";
import { foldText, searchWords } from "#components/ui/fold-text.ts";
import type { ToolSummary } from "#lib/registry/schema.ts";
import { Language } from "#lib/tools/schema.ts";

/** "broken" has a contract that cannot be read; "failing" failed more than one call in ten over 14 days. */
export const Health = z.enum(["healthy", "failing", "broken", "unused"]);
export type Health = z.infer<typeof Health>;

const Any = z.literal("any");

/** What the gallery shows and how, as it stands in the page's address; what it does not know counts as not said. */
export const GalleryFilter = z.object({
  query: z.string().catch(""),
  language: Any.or(Language).catch("any"),
  origin: z.enum(["any", "builtin", "own"]).catch("any"),
  health: Any.or(Health).catch("any"),
  sort: z.enum(["name", "changed", "calls", "failures", "slowest"]).catch("name"),
  view: z.enum(["rows", "cards"]).catch("rows"),
});
export type GalleryFilter = z.infer<typeof GalleryFilter>;

export const NO_FILTER: GalleryFilter = GalleryFilter.parse({});

/** The tools that match, in order. Each word of the query must be in the name or the description. */
export function filterTools(tools: readonly ToolSummary[], filter: GalleryFilter): ToolSummary[] {
  const words = searchWords(filter.query);
  return tools
    .filter((tool) => {
      const text = foldText(`${tool.name} ${tool.description}`);
      return words.every((word) => text.includes(word)) && matches(tool, filter);
    })
    .sort((a, b) => ORDERS[filter.sort](a, b) || byName(a, b));
}

function matches(tool: ToolSummary, { language, origin, health }: GalleryFilter): boolean {
  return (
    (language === "any" || tool.language === language) &&
    (origin === "any" || tool.builtin === (origin === "builtin")) &&
    (health === "any" || healthOf(tool) === health)
  );
}

const ORDERS: Record<GalleryFilter["sort"], (a: ToolSummary, b: ToolSummary) => number> = {
  name: byName,
  changed: (a, b) => b.updatedAt.localeCompare(a.updatedAt),
  calls: (a, b) => b.callsToday - a.callsToday || countCalls(b).all - countCalls(a).all,
  failures: (a, b) => countCalls(b).failed - countCalls(a).failed,
  slowest: (a, b) => (b.p95Ms ?? -1) - (a.p95Ms ?? -1),
};

export function healthOf(tool: ToolSummary): Health {
  if (tool.problem !== null) return "broken";
  const rate = successRate(tool);
  if (rate === null) return "unused";
  return rate < 0.9 ? "failing" : "healthy";
}

/** The share of calls of the last 14 days that succeeded, from 0 to 1; null without calls. */
export function successRate(tool: Pick<ToolSummary, "calls14">): number | null {
  const { all, failed } = countCalls(tool);
  return all === 0 ? null : (all - failed) / all;
}

/** The calls of the last 14 days. */
export function countCalls({ calls14 }: Pick<ToolSummary, "calls14">): { all: number; failed: number } {
  return calls14.reduce((sum, day) => ({ all: sum.all + day.ok + day.failed, failed: sum.failed + day.failed }), {
    all: 0,
    failed: 0,
  });
}

function byName(a: ToolSummary, b: ToolSummary): number {
  return a.name.localeCompare(b.name);
}
