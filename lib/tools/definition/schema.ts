import { z } from "zod";
import { findTarget } from "./find-target.ts";

/** Characters of one schema, as JSON, that a form and a definition are made of; strict mode takes far less. */
export const LONGEST_SCHEMA = 200_000;

/** A tool that is only on paper: `schema` is JSON text, of parameters that may be anything. */
export const PastedTool = z.object({
  name: z.string().max(1000),
  description: z.string().max(LONGEST_SCHEMA),
  schema: z.string().max(LONGEST_SCHEMA),
});
export type PastedTool = z.infer<typeof PastedTool>;

/** Parts of a schema, its references followed, that a form and a definition are made of; a few thousand is a lot. */
export const MOST_PARTS = 20_000;

const DEEPEST = 1000;

/**
 * How many parts a schema has once its references are followed, each that leads back into itself no further, and what stands
 * beside a union is said in each of its options. A few lines can so have millions. At most one more than `MOST_PARTS`.
 */
export function countParts(root: unknown): number {
  const known = new Map<object, number>();
  const targets = new Map<string, unknown>();
  return count(root, 0);

  function count(value: unknown, depth: number): number {
    if (typeof value !== "object" || value === null) return 0;
    const before = known.get(value);
    if (before !== undefined) return before;
    if (depth > DEEPEST) return MOST_PARTS + 1;
    known.set(value, 1);
    const parts = Math.min(countWithin(value, depth + 1), MOST_PARTS + 1);
    known.set(value, parts);
    return parts;
  }

  function countWithin(value: object, depth: number): number {
    const { $defs, definitions, $ref, $dynamicRef, ...members } = value as Record<string, unknown>;
    const { anyOf, oneOf } = members;
    const options = Math.max(lengthOf(anyOf), lengthOf(oneOf), 1);
    const within = Object.values(members).reduce<number>((sum, member) => sum + count(member, depth), 1);
    const referred = [$ref, $dynamicRef].reduce<number>((sum, ref) => sum + count(target(ref), depth), 0);
    const isShared = Object.keys(members).length > 1;
    return (within + referred) * (isShared ? options : 1);
  }

  function target(ref: unknown): unknown {
    if (typeof ref !== "string") return undefined;
    if (!targets.has(ref)) targets.set(ref, findTarget(root, ref));
    return targets.get(ref);
  }
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
