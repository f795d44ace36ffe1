type Schema = Record<string, unknown>;

const FORMATS = new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);
const REFUSED = new Set(
  (
    "allOf not dependentRequired dependentSchemas if then else oneOf patternProperties propertyNames prefixItems contains minContains maxContains " +
    "uniqueItems minProperties maxProperties unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema dependencies " +
    "additionalItems $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor"
  ).split(" "),
);
const BESIDE_REF = new Set(["$ref", "$defs", "definitions", "$schema", "$id"]);
const ROOT_REFUSED = ["anyOf", "oneOf", "allOf", "enum", "const", "not"];
const TELLS_KIND = ["anyOf", "oneOf", "allOf", "$ref", "enum", "const", "not"];
const LOOK_AROUND = /\(\?(?:=|!|<=|<!)/;
const LIMITS = { properties: 5000, choices: 1000, characters: 120_000, depth: 10 };

/** Why OpenAI refuses these parameters for any function, strict or not; null when it takes them. */
export function findRootProblem(schema: unknown): string | null {
  if (!isSchema(schema) || schema.type !== "object") return "the root's type must be exactly 'object'";
  const keyword = ROOT_REFUSED.find((each) => each in schema);
  return keyword ? `'${keyword}' is not permitted at the root` : null;
}

/** The first rule of strict mode that these parameters break, with its place; null when they keep all. */
export function findStrictProblem(root: unknown): string | null {
  const problem = findRootProblem(root);
  if (problem) return problem;
  const count = { properties: 0, choices: 0, characters: 0, depth: 0 };
  const places: { schema: unknown; at: string; depth: number }[] = [{ schema: root, at: "", depth: 0 }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { schema, at, depth } = place;
    const wrong = problemOf(schema, root as Schema, at === "");
    if (wrong || !isSchema(schema)) return `${wrong} at ${at || "the root"}`;
    if (isObject(schema)) count.depth = Math.max(count.depth, depth);
    for (const value of [...list(schema.enum), ...("const" in schema ? [schema.const] : [])]) {
      count.characters += typeof value === "string" ? value.length : JSON.stringify(value).length;
    }
    count.choices += list(schema.enum).length;
    count.properties += Object.keys(schema.properties ?? {}).length;
    for (const part of partsOf(schema)) {
      count.characters += part.name.length;
      places.push({ schema: part.schema, at: `${at}/${part.at}`, depth: depth + part.deeper });
    }
  }
  for (const [name, limit] of Object.entries(LIMITS)) {
    if (count[name as keyof typeof LIMITS] > limit)
      return `${name}: ${count[name as keyof typeof LIMITS]}, more than ${limit}`;
  }
  return null;
}

function problemOf(schema: unknown, root: Schema, isRoot: boolean): string | null {
  if (!isSchema(schema)) return typeof schema === "boolean" ? "a boolean schema" : "not a schema";
  const keyword = Object.keys(schema).find((each) => REFUSED.has(each));
  if (keyword) return `'${keyword}' is not permitted`;
  if ("$ref" in schema) return referenceProblem(schema, root);
  return objectProblem(schema, isRoot) ?? kindProblem(schema) ?? choiceProblem(schema);
}

function referenceProblem(schema: Schema, root: Schema): string | null {
  const sibling = Object.keys(schema).find((each) => !BESIDE_REF.has(each));
  if (sibling) return `$ref cannot have the sibling '${sibling}'`;
  const seen = new Set<unknown>();
  let target: unknown = schema;
  while (isSchema(target) && "$ref" in target) {
    if (seen.has(target.$ref)) return `$refs only point at each other: ${target.$ref}`;
    seen.add(target.$ref);
    target = resolve(String(target.$ref), root);
  }
  return target === undefined ? `$ref leads nowhere: ${schema.$ref}` : null;
}

function resolve(reference: string, root: Schema): unknown {
  if (!reference.startsWith("#")) return undefined;
  const names = reference.slice(1).split("/").slice(1);
  return names.reduce<unknown>((part, name) => {
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    return isSchema(part) && Object.hasOwn(part, key) ? part[key] : undefined;
  }, root);
}

function objectProblem(schema: Schema, isRoot: boolean): string | null {
  if (!isObject(schema)) return null;
  const names = Object.keys(schema.properties ?? {});
  const required = list(schema.required) as string[];
  if (schema.additionalProperties !== false && (isRoot || names.length > 0 || "additionalProperties" in schema)) {
    return "'additionalProperties' must be false";
  }
  if (schema.additionalProperties !== false) return "a free-form object";
  const missing = names.find((name) => !required.includes(name));
  if (missing !== undefined) return `'required' must hold every property, '${missing}' is missing`;
  const extra = required.find((name) => !names.includes(name));
  return extra === undefined ? null : `'required' holds '${extra}', which is no property`;
}

function kindProblem(schema: Schema): string | null {
  if (schema.type === undefined && !isObject(schema) && !TELLS_KIND.some((each) => each in schema)) return "no 'type'";
  if (typesOf(schema).includes("array") && !("items" in schema)) return "an array without 'items'";
  if ("format" in schema && !FORMATS.has(String(schema.format))) return `format '${schema.format}' is not supported`;
  if (typeof schema.pattern === "string" && LOOK_AROUND.test(schema.pattern)) return "a pattern with look-around";
  return null;
}

function choiceProblem(schema: Schema): string | null {
  const choices = list(schema.enum);
  const characters = choices.reduce<number>((sum, each) => sum + (typeof each === "string" ? each.length : 0), 0);
  return choices.length > 250 && characters > 15_000 ? "an enum that is too long" : null;
}

type Part = { schema: unknown; at: string; name: string; deeper: number };

function partsOf(schema: Schema): Part[] {
  const named = ["properties", "$defs", "definitions"].flatMap((key) =>
    Object.entries(schema[key] ?? {}).map(([name, part]) => ({
      schema: part,
      at: `${key}/${name}`,
      name,
      deeper: key === "properties" ? 1 : 0,
    })),
  );
  const options = list(schema.anyOf).map((part, at) => ({ schema: part, at: `anyOf/${at}`, name: "", deeper: 0 }));
  const items = "items" in schema ? [{ schema: schema.items, at: "items", name: "", deeper: 1 }] : [];
  return [...named, ...options, ...items];
}

function isObject(schema: Schema): boolean {
  return typesOf(schema).includes("object") || (schema.type === undefined && "properties" in schema);
}

function typesOf({ type }: Schema): unknown[] {
  return [type].flat();
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
