import { type Definitions, referredName, type Subschema } from "./keywords.ts";

/** Whether a schema takes null, as far as its types and choices tell. */
export function allowsNull(schema: Subschema, definitions: Definitions): boolean {
  if (typeof schema === "boolean") return schema;
  const { type, allOf = [], anyOf, oneOf } = schema;
  const allowed = (each: Subschema) => allowsNull(each, definitions);
  const name = referredName(schema);
  if (name !== null && !allowed(definitions.get(name) ?? true)) return false;
  if (type !== undefined && ![type].flat().includes("null")) return false;
  if (schema.const !== undefined && schema.const !== null) return false;
  if (schema.enum && !schema.enum.includes(null)) return false;
  return allOf.every(allowed) && [anyOf, oneOf].every((options) => options === undefined || options.some(allowed));
}
