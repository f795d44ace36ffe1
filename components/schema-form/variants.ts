import { asList, asSchema, isObject, own, resolve, type Schema, typesOf } from "./resolve.ts";

/**
 * One of the shapes a field may take. `schema` is for drawing, `branch` the schema as written, by which a check
 * recognises it. `options` is set when the shape is only a few fixed values; `tag` when a constant member tells it.
 */
export type Variant = {
  schema: Schema;
  branches: readonly unknown[];
  label: VariantLabel;
  options: readonly Option[] | null;
  tag: { name: string; value: unknown } | null;
};

/** A value to choose, with the words that the schema has for it. */
export type Option = { value: unknown; label: string | null; description: string | null };

/** A name out of the schema, or the JSON type to be put in words. */
type VariantLabel = { name: string } | { type: string };

/** Takes "or null" out of a schema: `type: [T, "null"]`, `anyOf: [T, null]`, `nullable: true`. */
export function splitNull(root: unknown, schema: Schema): { schema: Schema; nullable: boolean } {
  const types = typesOf(schema.type);
  if (types.length > 1 && types.includes("null") && !Array.isArray(schema.enum)) {
    const rest = types.filter((type) => type !== "null");
    return { schema: { ...schema, type: rest.length === 1 ? rest[0] : rest }, nullable: true };
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = asList(schema[keyword]);
    const rest = branches.filter((branch) => !isNull(resolve(root, branch)));
    if (rest.length === branches.length || rest.length === 0) continue;
    const { [keyword]: _, ...outer } = schema;
    if (rest.length > 1) return { schema: { ...outer, [keyword]: rest }, nullable: true };
    return { schema: splitNull(root, resolve(root, { allOf: [rest[0], outer] })).schema, nullable: true };
  }
  return { schema, nullable: schema.nullable === true };
}

/** The shapes to choose from, or null when the schema has only one. */
export function variantsOf(root: unknown, schema: Schema): readonly Variant[] | null {
  const keyword = Array.isArray(schema.anyOf) ? "anyOf" : "oneOf";
  const branches = asList(schema[keyword]);
  if (branches.length > 1 && isDrawn(root, schema, branches)) {
    const { [keyword]: _, discriminator, description, title, default: __, ...shared } = schema;
    return mark(
      root,
      branches.map((branch) => toVariant(root, branch, shared)),
      discriminator,
    );
  }
  const types = typesOf(schema.type);
  if (types.length < 2) return null;
  const { description, title, default: _, ...shared } = schema;
  return types.map((type) => ({
    schema: { ...shared, type },
    branches: [],
    label: { type },
    options: null,
    tag: null,
  }));
}

/** Whether branches are shapes to choose from; those that only say which of the shared properties are needed are checks. */
function isDrawn(root: unknown, schema: Schema, branches: readonly unknown[]): boolean {
  if (!isObject(schema.properties)) return true;
  return branches.every((branch) => isObject(resolve(root, branch).properties));
}

function toVariant(root: unknown, branch: unknown, shared: Schema): Variant {
  const alone = resolve(root, branch);
  const schema = Object.keys(shared).length === 0 ? alone : resolve(root, { allOf: [shared, branch] });
  return { schema, branches: [branch], label: labelOf(branch, alone), options: optionsOf(alone), tag: null };
}

function labelOf(branch: unknown, schema: Schema): VariantLabel {
  if (typeof schema.title === "string" && schema.title !== "") return { name: schema.title };
  const ref = asSchema(branch).$ref;
  const name = typeof ref === "string" ? ref.split("/").at(-1) : undefined;
  if (name) return { name };
  const [type = "any"] = typesOf(schema.type);
  return { type: isObject(schema.properties) ? "object" : type };
}

function optionsOf(schema: Schema): readonly Option[] | null {
  const values = "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : null;
  if (!values || values.some((value) => typeof value === "object" && value !== null)) return null;
  const label = values.length === 1 && typeof schema.title === "string" ? schema.title : null;
  const description = values.length === 1 && typeof schema.description === "string" ? schema.description : null;
  return values.map((value) => ({ value, label, description }));
}

/** Finds the tag of tagged variants, and joins those that are only fixed values into one. */
function mark(root: unknown, variants: readonly Variant[], discriminator: unknown): readonly Variant[] {
  const name = tagName(root, variants, discriminator);
  if (name !== null) {
    return variants.map((variant) => {
      const value = tagValue(root, variant.schema, name);
      return value === undefined ? variant : { ...variant, tag: { name, value }, label: { name: String(value) } };
    });
  }
  const fixed = variants.filter((variant) => variant.options);
  if (fixed.length < 2 || fixed.length === variants.length) return variants;
  const options = fixed.flatMap((variant) => variant.options ?? []);
  const joined: Variant = {
    schema: { enum: options.map((option) => option.value) },
    branches: fixed.flatMap((variant) => variant.branches),
    label: { type: "choice" },
    options,
    tag: null,
  };
  return [joined, ...variants.filter((variant) => !variant.options)];
}

function tagName(root: unknown, variants: readonly Variant[], discriminator: unknown): string | null {
  const declared = own(discriminator, "propertyName");
  if (typeof declared === "string") return declared;
  const [first] = variants;
  const names = Object.keys(asSchema(first?.schema.properties));
  const tagged = names.find((name) => {
    const values = variants.map((variant) => tagValue(root, variant.schema, name));
    return values.every((value) => value !== undefined) && new Set(values).size === values.length;
  });
  return tagged ?? null;
}

function tagValue(root: unknown, schema: Schema, name: string): unknown {
  const member = resolve(root, own(schema.properties, name) ?? false);
  if ("const" in member) return member.const;
  const values = asList(member.enum);
  return values.length === 1 ? values[0] : undefined;
}

function isNull(schema: Schema): boolean {
  if (schema.type === "null" || ("const" in schema && schema.const === null)) return true;
  const values = asList(schema.enum);
  return values.length === 1 && values[0] === null;
}
