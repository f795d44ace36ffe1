import { expand, flatten } from "./flatten.ts";
import { ANNOTATIONS, type Definitions, referredName, type Schema, type Subschema } from "./keywords.ts";
import { isOnlyCondition, typesOf } from "./kinds.ts";

/** A schema with its reference followed and its `allOf` taken in; null when the parts do not fit into one. */
export function view(given: Subschema, definitions: Definitions): Schema | null {
  if (typeof given === "boolean") return given ? {} : { not: {} };
  const flat = flatten(given, definitions, []);
  if (!flat || referredName(flat.schema) === null) return flat?.schema ?? null;
  return expand(flat.schema, definitions, [])?.schema ?? null;
}

/** What a value may be one of: the options of a union, each with what stands beside it, or one schema a type. */
export function branchesOf(schema: Schema): Subschema[] {
  const keyword = schema.anyOf ? "anyOf" : "oneOf";
  const { [keyword]: options, ...beside } = schema;
  if (options && !options.some(isOnlyCondition)) {
    const shared = Object.entries(beside).filter(([each]) => !ANNOTATIONS.has(each));
    if (shared.length === 0) return options;
    return options.map((option) => ({ allOf: [Object.fromEntries(shared), option] }));
  }
  const types = typesOf(schema);
  return types.length > 1 ? types.map((type) => ({ ...schema, type })) : [schema];
}

/** The values that a schema lists; null when it lists none. */
export function choicesOf(schema: Schema): readonly unknown[] | null {
  return schema.const === undefined ? (schema.enum ?? null) : [schema.const];
}

/** Whether a schema only takes null. */
export function isNull(schema: Schema): boolean {
  const choices = choicesOf(schema);
  return choices ? choices.every((choice) => choice === null) : typesOf(schema).join() === "null";
}
