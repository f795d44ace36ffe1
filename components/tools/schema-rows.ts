import { printExact } from "#lib/core/exact/schema.ts";
import { isSecretField } from "#lib/secrets/schema.ts";
import type { JsonSchema } from "#lib/tools/schema.ts";

/** One parameter of a contract as a line of a table; `depth` is how many objects or lists it stands in. */
export type SchemaRow = {
  path: string;
  name: string;
  depth: number;
  type: string;
  required: boolean;
  /** A person's secret: never shown, never sent to a model. */
  secret: boolean;
  description: string | null;
  /** The default as JSON text, if there is one. */
  defaultValue: string | null;
  /** What a value must keep to, as written in the schema: `minimum 0`. */
  limits: string[];
};

const DEEPEST = 6;

/** The parameters of a schema, each before those inside it. A schema that holds itself is followed once. */
export function schemaRows(schema: JsonSchema): SchemaRow[] {
  return objectRows(schema, { root: schema, path: "", depth: 0, above: [] });
}

type Place = { root: JsonSchema; path: string; depth: number; above: JsonSchema[] };

function objectRows(schema: JsonSchema, place: Place): SchemaRow[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(asSchema(schema.properties)).flatMap(([name, raw]) => {
    const property = resolve(asSchema(raw), place.root);
    const path = `${place.path}/${name}`;
    return [
      toRow(property, { path, name, depth: place.depth, required: required.has(name), root: place.root }),
      ...rowsInside(property, { ...place, path, depth: place.depth + 1 }),
    ];
  });
}

function rowsInside(schema: JsonSchema, place: Place): SchemaRow[] {
  if (place.depth > DEEPEST || place.above.includes(schema)) return [];
  const below = { ...place, above: [...place.above, schema] };
  const variants = alternatives(schema, place.root).filter((variant) => variant.type !== "null");
  return [
    ...objectRows(schema, below),
    ...(schema.items
      ? rowsInside(resolve(asSchema(schema.items), place.root), { ...below, path: `${place.path}/0` })
      : []),
    ...variants.flatMap((variant) => rowsInside(variant, below)),
  ];
}

type Naming = Pick<SchemaRow, "path" | "name" | "depth" | "required"> & { root: JsonSchema };

function toRow(schema: JsonSchema, { root, ...naming }: Naming): SchemaRow {
  return {
    ...naming,
    type: typeName(schema, root),
    secret: isSecretField(naming.name, [schema]),
    description: typeof schema.description === "string" ? schema.description : null,
    defaultValue: "default" in schema ? printExact(schema.default) : null,
    limits: LIMITS.filter((key) => schema[key] !== undefined).map((key) => `${key} ${printExact(schema[key])}`),
  };
}

const LIMITS = [
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
] as const;

/** The type in the words of a schema: `"a" | "b"`, `list of integer`, `string (date-time) or null`. */
function typeName(schema: JsonSchema, root: JsonSchema, depth = 0): string {
  if (depth > DEEPEST) return "…";
  if ("const" in schema) return printExact(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => printExact(value)).join(" | ");
  const variants = alternatives(schema, root);
  if (variants.length > 0)
    return [...new Set(variants.map((variant) => typeName(variant, root, depth + 1)))].join(" or ");
  if (Array.isArray(schema.type)) return schema.type.join(" or ");
  if (schema.type === "array") {
    const items = schema.items ? typeName(resolve(asSchema(schema.items), root), root, depth + 1) : null;
    return items ? `list of ${items}` : "list";
  }
  if (typeof schema.type !== "string") return "any";
  return typeof schema.format === "string" ? `${schema.type} (${schema.format})` : schema.type;
}

function alternatives(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const list = schema.anyOf ?? schema.oneOf;
  return Array.isArray(list) ? list.map((variant) => resolve(asSchema(variant), root)) : [];
}

/** What a reference within the schema points to, with what stands beside the reference on top. */
function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let found = schema;
  for (let hops = 0; typeof found.$ref === "string" && hops < DEEPEST; hops++) {
    const { $ref, ...beside } = found;
    const target = pointed(root, $ref);
    found = Object.keys(beside).length > 0 ? { ...target, ...beside } : target;
  }
  return found;
}

function pointed(root: JsonSchema, reference: unknown): JsonSchema {
  const steps = String(reference)
    .split("/")
    .slice(1)
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  return asSchema(steps.reduce<unknown>((at, step) => asSchema(at)[step], root));
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};
}
