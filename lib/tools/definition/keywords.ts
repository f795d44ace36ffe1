import { isRawNumber, numberIn } from "#lib/core/exact/schema.ts";
import { isObject } from "#lib/secrets/schema.ts";

/** A schema object of which every keyword is well-formed JSON Schema 2020-12, and every reference leads to `#/$defs/…`. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Subschema>;
  required?: string[];
  additionalProperties?: Subschema;
  patternProperties?: Record<string, Subschema>;
  items?: Subschema;
  prefixItems?: Subschema[];
  minItems?: number;
  maxItems?: number;
  anyOf?: Subschema[];
  oneOf?: Subschema[];
  allOf?: Subschema[];
  format?: string;
  pattern?: string;
  [keyword: string]: unknown;
}

export type Subschema = Schema | boolean;

/** Schemas by the name that `#/$defs/<name>` refers to. */
export type Definitions = ReadonlyMap<string, Subschema>;

/** How a keyword's value holds schemas, or the test that a value without any must pass. */
type Kind = "schema" | "schemas" | "named schemas" | ((value: unknown) => boolean);

const TYPES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);

const isText = (value: unknown) => typeof value === "string";
const isNumber = (value: unknown) => Number.isFinite(value) || isRawNumber(value);
const isWhole = (value: unknown) => Number.isInteger(value) || isRawNumber(value);
const isFlag = (value: unknown) => typeof value === "boolean";
const isCount = (value: unknown) => isWhole(value) && (numberIn(value) ?? -1) >= 0;
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isTyped = (value: unknown) => {
  const types = [value].flat();
  return types.length > 0 && types.every((type) => TYPES.has(type as string));
};

/** Every keyword that checks a value or tells a model something; titles, comments and unknown ones do neither. */
export const KEYWORDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ["type", isTyped],
  ["description", isText],
  ["default", () => true],
  ["examples", Array.isArray],
  ["const", () => true],
  ["enum", (value) => Array.isArray(value) && value.length > 0],
  ["properties", "named schemas"],
  ["required", isTexts],
  ["additionalProperties", "schema"],
  ["patternProperties", "named schemas"],
  ["propertyNames", "schema"],
  ["unevaluatedProperties", "schema"],
  ["minProperties", isCount],
  ["maxProperties", isCount],
  ["dependentRequired", (value) => isObject(value) && Object.values(value).every(isTexts)],
  ["dependentSchemas", "named schemas"],
  ["items", "schema"],
  ["prefixItems", "schemas"],
  ["unevaluatedItems", "schema"],
  ["contains", "schema"],
  ["minContains", isCount],
  ["maxContains", isCount],
  ["minItems", isCount],
  ["maxItems", isCount],
  ["uniqueItems", isFlag],
  ["anyOf", "schemas"],
  ["oneOf", "schemas"],
  ["allOf", "schemas"],
  ["not", "schema"],
  ["if", "schema"],
  ["then", "schema"],
  ["else", "schema"],
  ["minLength", isCount],
  ["maxLength", isCount],
  ["pattern", isText],
  ["format", isText],
  ["minimum", isNumber],
  ["maximum", isNumber],
  ["exclusiveMinimum", isNumber],
  ["exclusiveMaximum", isNumber],
  ["multipleOf", (value) => isNumber(value) && (numberIn(value) ?? 0) > 0],
]);

/** What only describes a schema and refuses no value. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(["description", "default", "examples"]);

/** Each schema that is applied to the same value as `schema` itself: its alternatives, conditions and the like. */
export function inPlace(schema: Schema): Subschema[] {
  const one = [schema.not, schema.if, schema.then, schema.else] as (Subschema | undefined)[];
  const many = [schema.allOf, schema.anyOf, schema.oneOf, Object.values((schema.dependentSchemas ?? {}) as object)];
  return [...one, ...many.flat()].filter((each) => each !== undefined) as Subschema[];
}

/** Every schema right inside `schema`, whatever value it is applied to. */
export function subschemas(schema: Schema): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const kind = KEYWORDS.get(keyword);
    if (kind === "schema") return [value as Subschema];
    if (kind === "schemas") return value as Subschema[];
    return kind === "named schemas" ? Object.values(value as Record<string, Subschema>) : [];
  });
}

/** The name that a well-formed reference leads to. */
export function referredName({ $ref }: Schema): string | null {
  return $ref === undefined ? null : $ref.slice("#/$defs/".length);
}
