import { distance } from "./check.ts";
import { jsonType } from "./check-scalar.ts";
import { settled } from "./json-print.ts";
import { typesOf } from "./resolve.ts";
import { same } from "./same.ts";
import { type FieldState, fromValue } from "./state.ts";
import type { Variant } from "./variants.ts";

/**
 * The variant that a state shows: the one chosen, the one its tag names, else the one it fits best; null when
 * nothing tells, as of no value, null, or an object without members that fits none.
 */
export function variantIndex(root: unknown, variants: readonly Variant[], state: FieldState): number | null {
  if (state.is === "choice") return state.chosen;
  const value = settled(state);
  if (value.is === "unset" || value.is === "null") return null;
  const tagged = variants.findIndex(({ tag }) => tag !== null && hasTag(value, tag));
  if (tagged >= 0) return tagged;
  const distances = variants.map(
    (variant) => (fits(variant, value) ? 0 : 1_000) + distance(root, variant.schema, value),
  );
  const nearest = Math.min(...distances);
  // Nothing in it tells which shape is meant.
  if (nearest > 0 && value.is === "object" && value.members.size === 0) return null;
  return distances.indexOf(nearest);
}

/** The variant to begin with when all are scalars; a number that may also be text is safest as text, where no digit is lost. */
export function firstVariant(variants: readonly Variant[]): number {
  const decimal = variants.findIndex(({ schema }) => schema.type === "string" && typeof schema.pattern === "string");
  return decimal >= 0 && variants.some(({ schema }) => schema.type === "number") ? decimal : 0;
}

function hasTag(value: FieldState, tag: { name: string; value: unknown }): boolean {
  const member = value.is === "object" ? value.members.get(tag.name) : undefined;
  return member !== undefined && same(member, fromValue(tag.value));
}

function fits(variant: Variant, value: FieldState): boolean {
  const types = typesOf(variant.schema.type);
  return types.length === 0 || types.some((type) => jsonType(value).includes(type));
}
