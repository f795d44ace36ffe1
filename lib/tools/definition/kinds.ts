import { ANNOTATIONS, type Schema, type Subschema } from "./keywords.ts";

const OF_OBJECTS = ["properties", "required", "additionalProperties", "patternProperties", "propertyNames"];
const OF_LISTS = ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"];
const CONDITIONS = new Set("required not if then else dependentRequired minProperties maxProperties".split(" "));
const ALTERNATIVES = new Set(["allOf", "anyOf", "oneOf"]);

/** The types that a schema names; one that only has keywords of objects or of lists means these. Empty for any type. */
export function typesOf(schema: Schema): readonly string[] {
  if (schema.type !== undefined) return [...new Set([schema.type].flat())];
  if (OF_OBJECTS.some((keyword) => schema[keyword] !== undefined)) return ["object"];
  return OF_LISTS.some((keyword) => schema[keyword] !== undefined) ? ["array"] : [];
}

/** Whether an alternative only asks that some parameters be there, or not be there. */
export function isOnlyCondition(option: Subschema): boolean {
  if (typeof option === "boolean") return false;
  return Object.entries(option).every(
    ([keyword, value]) =>
      CONDITIONS.has(keyword) ||
      ANNOTATIONS.has(keyword) ||
      (ALTERNATIVES.has(keyword) && (value as Subschema[]).every(isOnlyCondition)),
  );
}
