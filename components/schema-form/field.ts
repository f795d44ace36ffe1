import { isSecretField } from "#lib/secrets/schema.ts";
import { type Encoding, encodingOf } from "./encoding.ts";
import { asList, asSchema, isObject, own, resolve, type Schema, typesOf } from "./resolve.ts";
import { isMultiline } from "./text-kind.ts";
import { type Option, splitNull, type Variant, variantsOf } from "./variants.ts";

/** How a field is drawn. What has no fitting control is `json`: edited as text, with the schema's errors. */
export type Kind =
  | { is: "text"; format: string | null; lines: "one" | "many"; encoding: Encoding | null }
  | { is: "secret" }
  | { is: "number"; whole: boolean }
  | { is: "choice"; options: readonly Option[] }
  | { is: "const"; value: unknown }
  | { is: "list"; items: unknown }
  | { is: "tuple"; items: readonly unknown[]; rest: unknown }
  | { is: "object"; properties: readonly Property[] }
  | { is: "map" }
  | { is: "union"; variants: readonly Variant[] }
  | { is: "json"; shape: "any" | "object" | "list" };

export type Property = { name: string; schema: unknown; required: boolean };

/** `schema` has its references followed and the null branch taken out into `nullable`. */
export type Field = { schema: Schema; kind: Kind; nullable: boolean; description: string | null };

/** Which names alone make a secret: those of UserParameters, where a person keeps keys; the model's own are never guessed. */
export type Audience = "user" | "tool";

/** What is drawn for a schema; the same object for the same schema. */
export function fieldOf(root: unknown, schema: unknown): Field {
  const plain = asSchema(schema);
  const known = fields.get(plain);
  if (known) return known;
  const { nullable, schema: notNull } = splitNull(root, resolve(root, plain));
  const description = typeof notNull.description === "string" ? notNull.description : null;
  const field = { schema: notNull, kind: kindOf(root, notNull), nullable, description };
  fields.set(plain, field);
  return field;
}

/** The field of a property: as its schema says, or a secret because its name says so. */
export function propertyField(root: unknown, property: { name: string; schema: unknown; audience: Audience }): Field {
  const field = fieldOf(root, property.schema);
  if (property.audience !== "user" || field.kind.is !== "text") return field;
  if (!isSecretField(property.name, [field.schema])) return field;
  return { ...field, kind: { is: "secret" } };
}

/** The schema of a member by name: declared, by pattern, or what `additionalProperties` allows. */
export function memberSchema(schema: Schema, name: string): unknown {
  const declared = own(schema.properties, name);
  if (declared !== undefined) return declared;
  const byPattern = Object.entries(asSchema(schema.patternProperties)).find(([pattern]) => matches(pattern, name));
  return byPattern ? byPattern[1] : (schema.additionalProperties ?? true);
}

/** Whether members beyond the declared ones may be added by hand. */
export function takesMore(schema: Schema): boolean {
  const more = schema.additionalProperties;
  return more === true || isObject(more) || isObject(schema.patternProperties);
}

/** The schema of the item at `index` of a list or tuple. */
export function itemSchema(kind: Extract<Kind, { is: "list" | "tuple" }>, index: number): unknown {
  if (kind.is === "list") return kind.items;
  return index < kind.items.length ? kind.items[index] : kind.rest;
}

const fields = new WeakMap<Schema, Field>();

function kindOf(root: unknown, schema: Schema): Kind {
  if ("const" in schema) return { is: "const", value: schema.const };
  if (Array.isArray(schema.enum)) return enumKind(schema.enum, asList(schema.enumNames));
  const variants = variantsOf(root, schema);
  if (variants) return variants.every((variant) => variant.options) ? optionsKind(variants) : { is: "union", variants };
  switch (typeOf(schema)) {
    case "string":
      return textKind(schema);
    case "number":
      return { is: "number", whole: false };
    case "integer":
      return { is: "number", whole: true };
    case "boolean":
      return { is: "choice", options: [true, false].map((value) => ({ value, label: null, description: null })) };
    case "array":
      return listKind(schema);
    case "object":
      return objectKind(schema);
    case "null":
      return { is: "const", value: null };
    default:
      return { is: "json", shape: "any" };
  }
}

function typeOf(schema: Schema): string | undefined {
  const [type] = typesOf(schema.type);
  if (type) return type;
  if (isObject(schema.properties)) return "object";
  return schema.items !== undefined || schema.prefixItems !== undefined ? "array" : undefined;
}

/** `names` are words for the values, one each, as MCP's elicitation had them before titled constants. */
function enumKind(values: readonly unknown[], names: readonly unknown[]): Kind {
  const [only] = values;
  if (values.length === 1) return { is: "const", value: only };
  const labels = names.length === values.length ? names : [];
  const options = values.map((value, index) => {
    const label = labels[index];
    return { value, label: typeof label === "string" ? label : null, description: null };
  });
  return { is: "choice", options };
}

function optionsKind(variants: readonly Variant[]): Kind {
  return { is: "choice", options: variants.flatMap((variant) => variant.options ?? []) };
}

function textKind(schema: Schema): Kind {
  const format = typeof schema.format === "string" ? schema.format : null;
  if (format === "password" || schema.writeOnly === true) return { is: "secret" };
  const encoding = encodingOf(schema);
  const isWritten = encoding === null || encoding === "text";
  return { is: "text", format, lines: isWritten && isMultiline(schema) ? "many" : "one", encoding };
}

function listKind(schema: Schema): Kind {
  const tuple = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : undefined);
  if (tuple !== undefined) {
    const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
    return {
      is: "tuple",
      items: asList(tuple),
      rest: rest ?? schema.maxItems !== asList(tuple).length,
    };
  }
  return isObject(schema.items) && Object.keys(schema.items).length > 0
    ? { is: "list", items: schema.items }
    : { is: "json", shape: "list" };
}

function objectKind(schema: Schema): Kind {
  const names = Object.entries(asSchema(schema.properties));
  const required = new Set(asList(schema.required).filter((name) => typeof name === "string"));
  const undeclared = [...required].filter((name) => own(schema.properties, name) === undefined);
  const properties = [
    ...names.map(([name, property]) => ({ name, schema: property, required: required.has(name) })),
    ...undeclared.map((name) => ({ name, schema: memberSchema(schema, name), required: true })),
  ];
  if (properties.length > 0) return { is: "object", properties };
  const typed = isObject(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0;
  return typed || isObject(schema.patternProperties) ? { is: "map" } : { is: "json", shape: "object" };
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}
