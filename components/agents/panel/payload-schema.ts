import { withMember } from "../agent-form.ts";

/** A schema of an object, with all that is not drawn left as it is. */
export type PayloadSchema = Record<string, unknown>;

/** A named field of the object: what its row shows. `type` is null for a schema that only JSON can show. */
export type PayloadField = {
  name: string;
  type: FieldType | null;
  description: string;
  required: boolean;
  /** The only texts that it may be; null where it may be any. */
  oneOf: string[] | null;
};

export const FIELD_TYPES = ["string", "number", "integer", "boolean", "texts"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What a payload begins with. */
export const FIRST_PAYLOAD: PayloadSchema = {
  type: "object",
  properties: { reason: { type: "string" } },
  required: ["reason"],
  additionalProperties: false,
};

/** The fields in their order; null for a schema that is none of an object. */
export function readFields(schema: unknown): PayloadField[] | null {
  if (!isRecord(schema) || schema.type !== "object" || !isRecord(schema.properties ?? {})) return null;
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    type: typeOf(property),
    description: isRecord(property) && typeof property.description === "string" ? property.description : "",
    required: required.includes(name),
    oneOf: isRecord(property) && Array.isArray(property.enum) ? property.enum.map(String) : null,
  }));
}

/** The schema with another field at its end. */
export function addField(schema: PayloadSchema): PayloadSchema {
  const properties = propertiesOf(schema);
  let name = "field";
  for (let number = 2; name in properties; number++) name = `field${number}`;
  return {
    ...schema,
    properties: { ...properties, [name]: { type: "string" } },
    required: [...requiredOf(schema), name],
  };
}

export function removeField(schema: PayloadSchema, name: string): PayloadSchema {
  return {
    ...schema,
    properties: withMember(propertiesOf(schema), name, undefined),
    required: requiredOf(schema).filter((each) => each !== name),
  };
}

/** The schema with a field renamed at its place; a name that another field has changes nothing. */
export function renameField(schema: PayloadSchema, { from, to }: { from: string; to: string }): PayloadSchema {
  const properties = propertiesOf(schema);
  if (to in properties) return schema;
  const rename = (name: string) => (name === from ? to : name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [rename(name), property])),
    required: requiredOf(schema).map(rename),
  };
}

/** The schema with what a field's row says of it. */
export function setField(
  schema: PayloadSchema,
  name: string,
  part: Partial<Omit<PayloadField, "name">>,
): PayloadSchema {
  const properties = propertiesOf(schema);
  let property = isRecord(properties[name]) ? properties[name] : {};
  if (part.type) property = withType(property, part.type);
  if (part.description !== undefined)
    property = withMember(property, "description", part.description === "" ? undefined : part.description);
  if (part.oneOf !== undefined) property = withMember(property, "enum", part.oneOf ?? undefined);
  const others = requiredOf(schema).filter((each) => each !== name);
  const isRequired = part.required ?? requiredOf(schema).includes(name);
  const order = Object.keys(properties);
  const required = isRequired ? [...others, name].sort((one, two) => order.indexOf(one) - order.indexOf(two)) : others;
  return { ...schema, properties: { ...properties, [name]: property }, required };
}

function withType(property: Record<string, unknown>, type: FieldType): Record<string, unknown> {
  const { enum: _, items: __, ...rest } = property;
  return type === "texts" ? { ...rest, type: "array", items: { type: "string" } } : { ...rest, type };
}

function typeOf(property: unknown): FieldType | null {
  if (!isRecord(property)) return null;
  if (property.type === "array" && isRecord(property.items) && property.items.type === "string") return "texts";
  return FIELD_TYPES.find((type) => type !== "texts" && type === property.type) ?? null;
}

const propertiesOf = (schema: PayloadSchema) => (isRecord(schema.properties) ? schema.properties : {});
const requiredOf = ({ required }: PayloadSchema) =>
  Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
