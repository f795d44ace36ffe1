import { isObject } from "#lib/secrets/schema.ts";
import { findTarget } from "./definition/find-target.ts";

type Schema = Record<string, unknown>;

/** `left` counts down: the narrowed schema grows with the value, and has to be compiled. */
type Work = { root: Schema; left: number };

const MOST_PLACES = 300;
const MOST_ITEMS = 50;
const MOST_HOPS = 20;

/**
 * The schema with each union that `value` meets put down to the one alternative that is meant, told by types and constants: what
 * the value lacks of that one says more than that it is none of them. A union stays where no or several alternatives could be meant.
 */
export function narrow(root: Schema, value: unknown): Schema {
  return { ...narrowed(root, value, { root, left: MOST_PLACES }), $defs: root.$defs, definitions: root.definitions };
}

function narrowed(given: Schema, value: unknown, work: Work): Schema {
  work.left--;
  if (work.left <= 0) return given;
  const { root } = work;
  const schema = resolved(given, root);
  const unions = ["anyOf", "oneOf"].filter((keyword) => Array.isArray(schema[keyword]));
  const meant = unions.map((keyword) => meantOf(schema[keyword] as unknown[], value, root));
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !unions.includes(keyword)));
  const unclear = unions
    .filter((_, index) => !meant[index])
    .map((keyword) => [
      keyword,
      (schema[keyword] as unknown[]).map((option) => (isObject(option) ? resolved(option, root) : option)),
    ]);
  const all = [...(Array.isArray(schema.allOf) ? schema.allOf : []), ...meant.filter((option) => option !== undefined)];
  return {
    ...kept,
    ...Object.fromEntries(unclear),
    ...(all.length > 0 && { allOf: all.map((part) => (isObject(part) ? narrowed(part, value, work) : part)) }),
    ...inside(schema, value, work),
  };
}

function inside({ properties, items, prefixItems }: Schema, value: unknown, work: Work): Schema {
  if (Array.isArray(value) && isObject(items) && prefixItems === undefined) {
    const first = value.slice(0, Math.max(0, Math.min(MOST_ITEMS, work.left)));
    return first.length === 0 ? {} : { items, prefixItems: first.map((item) => narrowed(items, item, work)) };
  }
  if (!isObject(properties) || !isObject(value)) return {};
  const entries = Object.entries(properties).map(([name, member]) => [
    name,
    isObject(member) && Object.hasOwn(value, name) ? narrowed(member, value[name], work) : member,
  ]);
  return { properties: Object.fromEntries(entries) };
}

/** The only alternative whose type and constants the value has; or else what all alternatives ask for and the value lacks. */
function meantOf(options: readonly unknown[], value: unknown, root: Schema): unknown {
  const typed = options.filter((option) => option !== false && isOfType(resolved(option, root), value));
  if (typed.length === 0) return typeOf(options, root);
  const tagged = typed.filter((option) => hasConstants(resolved(option, root), value, root));
  if (tagged.length === 1) return tagged[0];
  if (typed.length === 1) return typed[0];
  const tag = tagOf(typed, root);
  if (tag && isObject(value) && (tagged.length === 0 || !Object.hasOwn(value, tag.name))) return tag.schema;
  return isObject(value) ? likest(tagged, value, root) : undefined;
}

/** The only alternative that has the most of the value's keys. */
function likest(options: readonly unknown[], value: Schema, root: Schema): unknown {
  const counts = options.map((option) => {
    const members = resolved(option, root).properties;
    return Object.keys(value).filter((key) => isObject(members) && Object.hasOwn(members, key)).length;
  });
  const most = Math.max(...counts);
  return counts.filter((count) => count === most).length === 1 ? options[counts.indexOf(most)] : undefined;
}

function typeOf(options: readonly unknown[], root: Schema): Schema | undefined {
  const types = options.map((option) => resolved(option, root).type);
  return types.includes(undefined) ? undefined : { type: [...new Set(types.flat())] };
}

function isOfType({ type, enum: choices, const: only, properties }: Schema, value: unknown): boolean {
  const types = type === undefined ? [] : [type].flat();
  if (types.length === 0)
    return properties === undefined || isObject(value) || choices !== undefined || only !== undefined;
  const own = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const isNumber = own === "number" || own === "bigint";
  return types.includes(own) || (isNumber && (types.includes("integer") || types.includes("number")));
}

function hasConstants({ properties }: Schema, value: unknown, root: Schema): boolean {
  if (!isObject(properties) || !isObject(value)) return true;
  return Object.entries(properties).every(([name, member]) => {
    const choices = choicesOf(resolved(member, root));
    return choices === null || !Object.hasOwn(value, name) || choices.includes(value[name]);
  });
}

/** The member that every alternative has constants of its own for. */
function tagOf(options: readonly unknown[], root: Schema): { name: string; schema: Schema } | undefined {
  const members = options.map((option) => (resolved(option, root).properties ?? {}) as Schema);
  const choicesIn = (each: Schema, name: string) => choicesOf(resolved(each[name], root));
  const name = Object.keys(members[0] ?? {}).find((key) => members.every((each) => choicesIn(each, key)));
  if (name === undefined) return undefined;
  const choices = members.flatMap((each) => choicesIn(each, name) ?? []);
  return { name, schema: { properties: { [name]: { enum: [...new Set(choices)] } }, required: [name] } };
}

function choicesOf({ const: only, enum: choices }: Schema): unknown[] | null {
  if (only !== undefined) return [only];
  return Array.isArray(choices) ? choices : null;
}

/** The schema that a reference leads to, with what stands beside it; itself without one. */
function resolved(given: unknown, root: Schema): Schema {
  let schema = isObject(given) ? given : {};
  for (let hops = 0; typeof schema.$ref === "string" && hops < MOST_HOPS; hops++) {
    const { $ref, ...beside } = schema;
    const target = findTarget(root, $ref as string);
    if (!isObject(target)) return schema;
    schema = { ...target, ...beside };
  }
  return schema;
}
