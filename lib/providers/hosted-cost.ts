import { factsOf } from "./facts.ts";
import type { Item, ToolDefinition } from "./model.ts";

/** How often a hosted tool was used in an answer, and US dollars of that; null where the price is not known. */
export type HostedUse = { type: string; uses: number; cost: number | null };

/**
 * What an answer's hosted tools cost by the price list. `earlier` are the items of the answers before it: a container of the code
 * interpreter is paid for once.
 */
export function hostedUses(
  model: string,
  { items, earlier, tools }: { items: readonly Item[]; earlier: readonly Item[]; tools: readonly ToolDefinition[] },
): HostedUse[] {
  const known = new Set(earlier.map(({ container_id }) => container_id));
  const counts = new Map<string, number>();
  for (const item of items) {
    const type = toolOf(item, tools);
    if (type === null || !isPaid(item, known)) continue;
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const prices: Record<string, unknown> = factsOf(model).hostedPrices ?? {};
  return [...counts].map(([type, uses]) => {
    const price = prices[type];
    return { type, uses, cost: typeof price === "number" ? uses * price : null };
  });
}

const TYPES: Record<string, readonly string[]> = {
  web_search_call: ["web_search", "web_search_preview"],
  file_search_call: ["file_search"],
  code_interpreter_call: ["code_interpreter"],
  image_generation_call: ["image_generation"],
  mcp_call: ["mcp"],
};

/** The tool that an item is of, as the request had it; null for what is no use of one. */
function toolOf({ type = "" }: Item, tools: readonly ToolDefinition[]): string | null {
  const types = TYPES[type] ?? [];
  return types.find((each) => tools.some((tool) => tool.type.startsWith(each))) ?? types[0] ?? null;
}

/** Of what is done on the web only searches are paid for, and containers only as they begin. */
function isPaid({ type, status, action, container_id: container }: Item, known: Set<unknown>): boolean {
  if (status === "failed") return false;
  if (type === "web_search_call") return ((action ?? {}) as { type?: unknown }).type === "search";
  if (type !== "code_interpreter_call") return true;
  if (known.has(container)) return false;
  known.add(container);
  return true;
}
