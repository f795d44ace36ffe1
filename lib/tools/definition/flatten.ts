import { ANNOTATIONS, type Definitions, referredName, type Schema, type Subschema } from "./keywords.ts";
import { merge } from "./merge.ts";

/** A schema without `allOf`, whose reference stands alone but for a description; `expanded` names what it took in for that. */
type Flat = { schema: Schema; expanded: readonly string[] };

/**
 * The schema with everything in it that its `allOf` and its reference say. A reference that only has a description beside it
 * stays. Null when the parts do not fit into one schema, or when a part is one of `open`, which it is itself a part of.
 */
export function flatten(schema: Schema, definitions: Definitions, open: readonly string[]): Flat | null {
  const { allOf, $ref, ...own } = schema;
  if (allOf === undefined && ($ref === undefined || isAnnotated(own))) return { schema, expanded: [] };
  const parts: Subschema[] = [...($ref === undefined ? [] : [{ $ref }]), ...(allOf ?? [])].filter(
    (part) => part !== true,
  );
  const [only, ...others] = parts;
  if (only === undefined) return { schema: own, expanded: [] };
  if (others.length === 0 && isAnnotated(own) && typeof only !== "boolean") {
    return flatten({ ...only, ...own }, definitions, open);
  }
  return joined([...parts, own], definitions, open);
}

/** What a reference leads to, taken in place of it with the description beside it. */
export function expand(schema: Schema, definitions: Definitions, open: readonly string[]): Flat | null {
  const { $ref: _, ...own } = schema;
  return joined([{ $ref: schema.$ref ?? "" }, own], definitions, open);
}

function joined(parts: readonly Subschema[], definitions: Definitions, open: readonly string[]): Flat | null {
  let schema: Schema = {};
  const expanded: string[] = [];
  for (const part of parts) {
    const taken = takeIn(part, definitions, open);
    const both = taken && merge(schema, taken.schema);
    if (!both) return null;
    schema = both;
    expanded.push(...taken.expanded);
  }
  return { schema, expanded };
}

function takeIn(part: Subschema, definitions: Definitions, open: readonly string[]): Flat | null {
  if (typeof part === "boolean") return part ? { schema: {}, expanded: [] } : null;
  const flat = flatten(part, definitions, open);
  const name = flat && referredName(flat.schema);
  if (!flat || name === null) return flat;
  if (open.includes(name)) return null;
  const { $ref: _, ...own } = flat.schema;
  const target = takeIn(definitions.get(name) ?? true, definitions, open);
  const both = target && merge(target.schema, own);
  return both && target && { schema: both, expanded: [name, ...flat.expanded, ...target.expanded] };
}

function isAnnotated(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword));
}
