import { percentDecoded } from "./embedded.ts";
import { isObject, isSecretField, isSecretSchema, type JsonSchema } from "./schema.ts";

/** A place in a set of parameters: the schemas that speak of it, and whether a secret stands there or above. */
export interface Place {
  readonly schemas: readonly JsonSchema[];
  readonly secret: boolean;
}

/** Finds its way through a JSON Schema as values do: `$ref`, unions, maps, lists and tuples. */
export interface Places {
  readonly root: Place;
  child(place: Place, key: string | number, among?: unknown): Place;
  /** Whether the schema of the place, or of anything below it, is a secret's. */
  holdsSecret(place: Place): boolean;
}

export function createPlaces(root: JsonSchema): Places {
  const spread = (schemas: readonly unknown[]) => spreadAll(root, schemas);

  function child(place: Place, key: string | number, among?: unknown): Place {
    const fitting = place.schemas.filter((schema) => fits(root, schema, among));
    const schemas = spread(fitting.flatMap((schema) => childSchemas(schema, key)));
    return toPlace(schemas, { secret: place.secret, name: typeof key === "string" ? key : "" });
  }

  function toPlace(schemas: JsonSchema[], { secret, name }: { secret: boolean; name: string }): Place {
    const items = spread(schemas.flatMap((schema) => [schema.items, ...listOf(schema.prefixItems)]));
    return { schemas, secret: secret || isSecretField(name, schemas) || items.some(isSecretSchema) };
  }

  function holdsSecret(place: Place): boolean {
    return place.secret || below(place.schemas, new Set());
  }

  function below(schemas: readonly JsonSchema[], seen: Set<JsonSchema>): boolean {
    return schemas.some((schema) => {
      if (seen.has(schema)) return false;
      seen.add(schema);
      const inside = [
        schema.items,
        schema.additionalProperties,
        ...listOf(schema.prefixItems),
        ...valuesOf(schema.patternProperties),
      ];
      const named = Object.entries(isObject(schema.properties) ? schema.properties : {});
      return (
        isSecretSchema(schema) ||
        named.some(([name, field]) => isSecretField(name, spread([field]))) ||
        below(spread([...inside, ...named.map(([, field]) => field)]), seen)
      );
    });
  }

  return { root: toPlace(spread([root]), { secret: false, name: "" }), child, holdsSecret };
}

/** The schemas themselves and all that they refer to or are made of. */
function spreadAll(root: JsonSchema, schemas: readonly unknown[]): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const visit = (schema: unknown): void => {
    if (!isObject(schema) || found.has(schema)) return;
    found.add(schema);
    if (typeof schema.$ref === "string") visit(resolve(root, schema.$ref));
    for (const word of ["anyOf", "oneOf", "allOf"]) listOf(schema[word]).forEach(visit);
    for (const word of ["if", "then", "else"]) visit(schema[word]);
  };
  schemas.forEach(visit);
  return [...found];
}

function resolve(root: JsonSchema, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  return reference
    .slice(1)
    .split("/")
    .slice(1)
    .map((part) => percentDecoded(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), root);
}

function childSchemas(schema: JsonSchema, key: string | number): unknown[] {
  if (typeof key === "number") return [listOf(schema.prefixItems)[key] ?? schema.items];
  const named = isObject(schema.properties) && Object.hasOwn(schema.properties, key) ? [schema.properties[key]] : [];
  const matching = Object.entries(isObject(schema.patternProperties) ? schema.patternProperties : {})
    .filter(([pattern]) => matches(pattern, key))
    .map(([, field]) => field);
  const known = [...named, ...matching];
  return known.length > 0 ? known : [schema.additionalProperties];
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    // A pattern that this engine cannot read: better one secret too many than one too few.
    return true;
  }
}

/** False for an alternative of a tagged union whose tag says otherwise. */
function fits(root: JsonSchema, schema: JsonSchema, value: unknown): boolean {
  if (!isObject(value) || !isObject(schema.properties)) return true;
  return Object.entries(schema.properties).every(([name, field]) => {
    const tags = spreadAll(root, [field]).filter((tag) => "const" in tag);
    return (
      tags.length === 0 || !Object.hasOwn(value, name) || tags.some((tag) => String(tag.const) === String(value[name]))
    );
  });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function valuesOf(value: unknown): unknown[] {
  return isObject(value) ? Object.values(value) : [];
}
