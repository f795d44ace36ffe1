import { expand, flatten } from "./flatten.ts";
import { ANNOTATIONS, type Definitions, referredName, type Schema, type Subschema, subschemas } from "./keywords.ts";
import { isOnlyCondition, typesOf } from "./kinds.ts";
import { type Remark, remark } from "./remark.ts";
import type { Document } from "./well-formed.ts";

/**
 * A tool's parameters as the plain object that every function definition must be. `sent` is what a model is told, at most weaker
 * than `contract`, which its arguments are checked against. `wrapper` names the one parameter that holds what is no plain object.
 */
export type Root = { sent: Schema; contract: Schema; wrapper: string | null; weaker: Remark[] };

const WRAPPERS = ["input", "arguments", "parameters", "value"];
const REFUSED_KEYWORDS = ["anyOf", "oneOf", "allOf", "not"];

/** Makes a plain object of whatever schema a tool has, by taking in references and `allOf`, or else by wrapping it. */
export function rootOf({ root, definitions }: Document): Root {
  const flat = flatten(root, definitions, []);
  const taken = flat && referredName(flat.schema) !== null ? expand(flat.schema, definitions, []) : flat;
  const plain = taken && plainObject(taken.schema);
  if (plain) return { ...plain, contract: withDefinitions(root, definitions), wrapper: null };
  const text = JSON.stringify(root);
  const wrapper = WRAPPERS.find((name) => !text.includes(JSON.stringify(name))) ?? "input";
  const { description, ...inner } = root;
  const wrapped = {
    type: "object",
    ...(description !== undefined && { description }),
    properties: { [wrapper]: inner },
    required: [wrapper],
    additionalProperties: false,
  };
  return { sent: wrapped, contract: withDefinitions(wrapped, definitions), wrapper, weaker: [] };
}

/** The schema with the definitions that it leads to. */
export function withDefinitions(schema: Schema, definitions: Definitions): Schema {
  const reached = new Map<string, Subschema>();
  const waiting: Subschema[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "boolean") continue;
    const name = referredName(next);
    waiting.push(...subschemas(next));
    if (name === null || reached.has(name)) continue;
    reached.set(name, definitions.get(name) ?? true);
    waiting.push(definitions.get(name) ?? true);
  }
  return reached.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(reached) };
}

function plainObject(schema: Schema): Pick<Root, "sent" | "weaker"> | null {
  if (schema.enum || schema.const !== undefined) return null;
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const types = typesOf(schema);
  const isObject = types.includes("object") || (types.length === 0 && alternatives.length === 0);
  if (!isObject || !alternatives.every(isOnlyCondition)) return null;
  const kept = Object.entries(schema).filter(([keyword]) => !REFUSED_KEYWORDS.includes(keyword) && keyword !== "type");
  const saysNothing = kept.every(([keyword]) => ANNOTATIONS.has(keyword)) && types.length === 0 && !schema.not;
  return {
    sent: {
      type: "object",
      ...Object.fromEntries(kept),
      ...(!schema.properties && { properties: {} }),
      ...(saysNothing && { additionalProperties: true }),
    },
    weaker: REFUSED_KEYWORDS.filter((keyword) => schema[keyword] !== undefined).map((keyword) =>
      remark("", "top_keyword", { keyword }),
    ),
  };
}
