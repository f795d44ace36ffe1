import { type Definitions, referredName, type Schema, type Subschema, subschemas } from "./keywords.ts";

/** The definitions to print in place of the references to them. */
export type Inlining = ReadonlySet<string>;

const SMALL = 2000;
const MOST_LOOKED_AT = 500;

/**
 * Definitions that are used once, or small, and not part of themselves. Taken in, they read better, and a tool whose language
 * names each model looks like its twin in one that does not.
 */
export function inliningOf(root: Schema, definitions: Definitions): Inlining {
  if (definitions.size > MOST_LOOKED_AT) return new Set();
  const uses = new Map<string, number>();
  const targets = new Map<string, ReadonlySet<string>>();
  for (const [owner, schema] of [["", root] as const, ...definitions]) {
    const names = referredBy(schema);
    targets.set(owner, new Set(names));
    for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const weights = new Map<string, number>();
  return new Set(
    [...definitions.keys()].filter((name) => uses.get(name) === 1 || weightOf(name) <= SMALL).filter(isNotPartOfItself),
  );

  function isNotPartOfItself(name: string): boolean {
    const reached = new Set<string>();
    const waiting = [...(targets.get(name) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === name) return false;
      if (!reached.has(next)) waiting.push(...(targets.get(next) ?? []));
      reached.add(next);
    }
    return true;
  }

  /** Characters of the definition with all that it would take in. */
  function weightOf(name: string): number {
    const known = weights.get(name);
    if (known !== undefined) return known;
    weights.set(name, Number.POSITIVE_INFINITY);
    const own = JSON.stringify(definitions.get(name) ?? true).length;
    const weight = referredBy(definitions.get(name) ?? true).reduce((sum, each) => sum + weightOf(each), own);
    weights.set(name, weight);
    return weight;
  }
}

function referredBy(schema: Subschema): string[] {
  if (typeof schema === "boolean") return [];
  const name = referredName(schema);
  return [...(name === null ? [] : [name]), ...subschemas(schema).flatMap(referredBy)];
}
